import { expect, test } from 'vitest'
import { createDevices, type DeviceKind } from './test-devices.ts'

class Track extends EventTarget {
  isLive = true
  stop() {
    this.isLive = false
  }
}

function anyStream() {
  const track = new Track()
  const stream = { getTracks: () => [track] } as unknown as MediaStream
  return { track, stream }
}

function setUp() {
  const given: Track[] = []
  const lost: DeviceKind[] = []
  let answer = Promise.withResolvers<void>()
  answer.resolve()
  const devices = createDevices({
    ask: async () => {
      await answer.promise
      const { track, stream } = anyStream()
      given.push(track)
      return stream
    },
    onChange: () => {},
    onLost: (kind) => lost.push(kind),
  })
  const hold = () => (answer = Promise.withResolvers<void>())
  const live = () => given.filter(({ isLive }) => isLive).length
  return { devices, given, lost, hold, live }
}

test('closing closes what is open, and opening again closes what was', async () => {
  const { devices, given, live } = setUp()
  await devices.open('camera')
  await devices.open('microphone')
  await devices.open('camera')
  expect(given.map(({ isLive }) => isLive)).toEqual([false, true, true])
  devices.closeAll()
  expect(live()).toBe(0)
  expect(devices.get('camera')).toBeUndefined()
})

test('permission that is given after the test was left opens nothing', async () => {
  const { devices, given, hold, live } = setUp()
  const permission = hold()
  const opening = devices.open('camera')
  devices.closeAll()
  permission.resolve()
  await expect(opening).rejects.toThrow('called_off')
  expect(given).toHaveLength(1)
  expect(live()).toBe(0)
})

test('of two that were asked for at once, the last is kept', async () => {
  const { devices, given, hold, live } = setUp()
  const permission = hold()
  const first = devices.open('camera', 'front')
  const second = devices.open('camera', 'back')
  permission.resolve()
  await expect(first).rejects.toThrow('called_off')
  await second
  expect(given).toHaveLength(2)
  expect(live()).toBe(1)
})

test('one that is pulled out is told, once; one that we closed is not', async () => {
  const { devices, given, lost } = setUp()
  await devices.open('camera')
  given[0]?.dispatchEvent(new Event('ended'))
  given[0]?.dispatchEvent(new Event('ended'))
  expect(lost).toEqual(['camera'])
  await devices.open('microphone')
  devices.closeAll()
  given[1]?.dispatchEvent(new Event('ended'))
  expect(lost).toEqual(['camera'])
})
