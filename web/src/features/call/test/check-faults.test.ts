import { expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import { faultOf, textsOfFault } from './check-faults.ts'

const refusal = (name: string) => new DOMException('whatever the browser says', name)

test('maps a browser’s error by its name, never by its message', () => {
  expect(faultOf(refusal('NotAllowedError'))).toBe('denied')
  expect(faultOf(refusal('NotFoundError'))).toBe('missing')
  expect(faultOf(refusal('OverconstrainedError'))).toBe('missing')
  expect(faultOf(refusal('NotReadableError'))).toBe('busy')
  expect(faultOf(refusal('SomethingNewError'))).toBe('failed')
  expect(faultOf(new TypeError('not ours'))).toBe('failed')
  expect(faultOf('a string')).toBe('failed')
})

test('keeps our own fault names', () => {
  for (const fault of ['insecure', 'unsupported', 'unplugged', 'blocked', 'unreachable', 'relay_blocked', 'offline'] as const)
    expect(faultOf(new AppError(fault))).toBe(fault)
  expect(faultOf(new AppError('slot_taken'))).toBe('failed')
})

test('gives a cause and a fix for each device fault', () => {
  expect(textsOfFault('camera', 'denied')).toEqual({
    what: 'videoTest.cameraFault',
    reason: 'videoTest.denied',
    mend: 'videoTest.cameraDeniedMend',
  })
  expect(textsOfFault('microphone', 'busy')).toEqual({
    what: 'videoTest.microphoneFault',
    reason: 'videoTest.busy',
    mend: 'videoTest.busyMend',
  })
  expect(textsOfFault('camera', 'failed').mend).toBe('videoTest.unknownMend')
})

test('distinguishes an unsupported browser from blocked calls', () => {
  expect(textsOfFault('webrtc', 'unsupported').what).toBe('videoTest.webrtcUnsupported')
  expect(textsOfFault('webrtc', 'blocked').what).toBe('videoTest.webrtcBlocked')
  expect(textsOfFault('webrtc', 'failed').what).toBe('videoTest.webrtcBlocked')
})

test('distinguishes a missing network from an unreachable server', () => {
  expect(textsOfFault('connection', 'unreachable').what).toBe('videoTest.unreachable')
  expect(textsOfFault('connection', 'offline').what).toBe('videoTest.offline')
  expect(textsOfFault('webrtc', 'offline').what).toBe('videoTest.offline')
})
