import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Kind } from '../negotiation.ts'
import { Inputs } from './inputs.ts'

class Track extends EventTarget {
  isLive = true
  stop() {
    this.isLive = false
  }
}

let given: Track[] = []
let answer = Promise.withResolvers<void>()

beforeEach(() => {
  given = []
  answer = Promise.withResolvers<void>()
  answer.resolve()
  const getUserMedia = async () => {
    await answer.promise
    const track = new Track()
    given.push(track)
    return { getTracks: () => [track] }
  }
  vi.stubGlobal('window', { isSecureContext: true })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
})
afterEach(() => vi.unstubAllGlobals())

function createInputs() {
  const inputs = new Inputs()
  const lost: Kind[] = []
  inputs.onLost = (kind) => lost.push(kind)
  const hold = () => (answer = Promise.withResolvers<void>())
  const live = () => given.filter(({ isLive }) => isLive).length
  return { inputs, lost, hold, live }
}

test('closes all open tracks, and closes the old one when another is opened', async () => {
  const { inputs, live } = createInputs()
  await inputs.open('video', {})
  await inputs.open('audio', {})
  await inputs.open('video', {})
  expect(given.map(({ isLive }) => isLive)).toEqual([false, true, true])
  inputs.closeAll()
  expect(live()).toBe(0)
  expect(inputs.tracks.video).toBeUndefined()
})

test('opens nothing when permission is granted after everything was closed', async () => {
  const { inputs, hold, live } = createInputs()
  const permission = hold()
  const opening = inputs.open('video', {})
  inputs.closeAll()
  permission.resolve()
  await expect(opening).rejects.toThrow('called_off')
  expect(given).toHaveLength(1)
  expect(live()).toBe(0)
})

test('keeps the last of two concurrent requests', async () => {
  const { inputs, hold, live } = createInputs()
  const permission = hold()
  const first = inputs.open('video', {})
  const second = inputs.open('video', {})
  permission.resolve()
  await expect(first).rejects.toThrow('called_off')
  await second
  expect(given).toHaveLength(2)
  expect(live()).toBe(1)
})

test('reports an unplugged device once, and a closed one never', async () => {
  const { inputs, lost } = createInputs()
  await inputs.open('video', {})
  given[0]?.dispatchEvent(new Event('ended'))
  given[0]?.dispatchEvent(new Event('ended'))
  expect(lost).toEqual(['video'])
  await inputs.open('audio', {})
  inputs.closeAll()
  given[1]?.dispatchEvent(new Event('ended'))
  expect(lost).toEqual(['video'])
})
