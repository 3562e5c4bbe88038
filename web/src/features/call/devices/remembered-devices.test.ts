import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetInCall, mayStepPastLobby, readChoices, rememberChoices, rememberInCall, SKIP_LOBBY_MS } from './remembered-devices.ts'

class FakeStorage {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

let local: FakeStorage
beforeEach(() => {
  local = new FakeStorage()
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', new FakeStorage())
})
afterEach(() => vi.unstubAllGlobals())

test('merges successive choices', () => {
  expect(readChoices()).toEqual({})
  rememberChoices({ audio: 'headset', isCameraOff: true })
  rememberChoices({ video: 'front', isCameraOff: false, speaker: 'room' })
  expect(readChoices()).toEqual({ audio: 'headset', video: 'front', speaker: 'room', isCameraOff: false })
})

test('devices switched off during a call are remembered for this call only', () => {
  rememberChoices({ isMuted: false, audio: 'headset' })
  rememberInCall({ isMuted: true })
  rememberInCall({ isCameraOff: true })
  expect(readChoices()).toEqual({ audio: 'headset', isMuted: true, isCameraOff: true })
  forgetInCall()
  expect(readChoices()).toEqual({ audio: 'headset', isMuted: false })
})

test('the lobby can be skipped for twelve hours after joining', () => {
  const now = Date.now()
  expect(mayStepPastLobby(now)).toBe(false)
  rememberChoices({ joinedAt: now })
  expect(mayStepPastLobby(now + SKIP_LOBBY_MS - 1)).toBe(true)
  expect(mayStepPastLobby(now + SKIP_LOBBY_MS)).toBe(false)
  // This covers a clock that was set back.
  expect(mayStepPastLobby(now - 1)).toBe(false)
})

test.each(['nonsense', '7', 'null', '[]', '{"audio":7,"video":"","isMuted":"yes","joinedAt":"now"}', `{"audio":"${'x'.repeat(201)}"}`])(
  'ignores the invalid record %s',
  (stored) => {
    local.setItem('call-devices', stored)
    expect(readChoices()).toEqual({})
    expect(mayStepPastLobby()).toBe(false)
  },
)

test('works without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  rememberChoices({ audio: 'headset' })
  rememberInCall({ isMuted: true })
  forgetInCall()
  expect(readChoices()).toEqual({})
})
