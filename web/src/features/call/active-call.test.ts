import { beforeEach, expect, test, vi } from 'vitest'
import { endActiveCall, keepActiveCall, keepConnectedAt, readActiveCall, readConnectedAt, readJoin } from './active-call.ts'

const HOUR = 3_600_000
const kept = new Map<string, string>()
const KEPT = { enumerable: true, configurable: true }

beforeEach(() => {
  kept.clear()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  // As in a browser, what is kept is there as properties too.
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => KEPT }))
})

test('a call is kept for its appointment alone, with code and name, until it ends', () => {
  keepActiveCall('one', { name: 'Ela', code: 'BKV-1' })
  expect(readActiveCall('one')).toMatchObject({ name: 'Ela', code: 'BKV-1' })
  expect(readActiveCall('other')).toBeUndefined()
  endActiveCall('one')
  expect(readActiveCall('one')).toBeUndefined()
})

test('after two hours it is forgotten, however often it was entered', () => {
  keepActiveCall('one', { name: 'Ela' })
  const started = Date.now()
  expect(readActiveCall('one', started + 1.9 * HOUR)).toBeDefined()
  kept.set('active-call:one', JSON.stringify({ name: 'Ela', startedAt: started - 1.5 * HOUR }))
  keepActiveCall('one', { name: 'Ela' })
  expect(readActiveCall('one', started + 0.6 * HOUR)).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('since when the two have talked survives a reload, and ends with the call', () => {
  keepActiveCall('one', { name: 'Ela' })
  const at = Date.now() - 60_000
  keepConnectedAt('one', at)
  keepActiveCall('one', { name: 'Ela' })
  expect(readConnectedAt('one')).toBe(at)
  expect(readConnectedAt('one', at - 1)).toBeUndefined()
  endActiveCall('one')
  expect(readConnectedAt('one')).toBeUndefined()
  keepConnectedAt('one', at)
  expect(readConnectedAt('one')).toBeUndefined()
})

test('what is too old goes, whichever appointment is asked for', () => {
  kept.set('active-call:old', JSON.stringify({ name: 'Ela', startedAt: Date.now() - 3 * HOUR }))
  kept.set('theme', 'dark')
  expect(readActiveCall('other')).toBeUndefined()
  expect([...kept.keys()]).toEqual(['theme'])
})

test.each(['', 'null', '{', '{"name":1,"startedAt":0}', '{"startedAt":9e15,"name":"Ela"}'])('%s is nothing to go by', (text) => {
  kept.set('active-call:one', text)
  expect(readActiveCall('one')).toBeUndefined()
})

test('storage that is switched off changes nothing else', () => {
  vi.stubGlobal('localStorage', undefined)
  keepActiveCall('one', { name: 'Ela' })
  expect(readActiveCall('one')).toBeUndefined()
})

test('what a link asked for is read with care', () => {
  expect(readJoin({ join: {} })).toEqual({})
  expect(readJoin({ join: { name: 'Ela', code: 'X' } })).toEqual({ name: 'Ela', code: 'X' })
  for (const state of [null, undefined, 'join', { join: 1 }, { join: { name: 1 } }]) expect(readJoin(state)).toBeUndefined()
})
