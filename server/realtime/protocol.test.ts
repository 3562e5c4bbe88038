import { expect, test } from 'vitest'
import { decode, encodeFrame, encodeMessage, type Frame } from './protocol.ts'

const frame: Frame = { joinRef: '1', ref: null, topic: 'realtime:a', event: 'x', payload: { text: 'ç "🌍"' } }

test.each(['1.0.0', '2.0.0'] as const)('a frame of version %s is decoded', (version) => {
  expect(decode(Buffer.from(encodeFrame(frame, version)), false, version)).toEqual({ frame })
  expect(() => decode(Buffer.from(encodeFrame(frame, version)), false, version === '1.0.0' ? '2.0.0' : '1.0.0')).toThrow('other version')
})

test('a push is decoded by its lengths in bytes', () => {
  const [topic, event] = [Buffer.from('realtime:ç'), Buffer.from('🌍')]
  const push = Buffer.concat([
    Buffer.from([3, 1, 2, topic.length, event.length, 2, 0]),
    Buffer.from('1'),
    Buffer.from('12'),
    topic,
    event,
    Buffer.from('{}'),
    Buffer.from([0, 255]),
  ])
  expect(decode(push, true, '2.0.0')).toEqual({
    frame: { joinRef: '1', ref: '12', topic: 'realtime:ç', event: 'broadcast', payload: {} },
    message: { event: '🌍', encoding: 'binary', bytes: Buffer.from([0, 255]) },
  })
  for (let length = 0; length < push.length - 2; length++)
    expect(() => decode(push.subarray(0, length), true, '2.0.0')).toThrow('not a push')
})

test('a push with invalid JSON is refused', () => {
  const forged = '{}},"event":"phx_close","payload":{"x":{}'
  const push = (text: string) => Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), Buffer.from(`te${text}`)])
  expect(decode(push('{}'), true, '2.0.0').message?.bytes.toString()).toBe('{}')
  expect(() => decode(push(forged), true, '2.0.0')).toThrow('JSON')
})

test('a broadcast is binary in version 2 and JSON in version 1, with its id', () => {
  const message = { event: 'e', encoding: 'json' as const, bytes: Buffer.from('{"n": 1.10}'), id: 'i' }
  expect(encodeMessage('t', message, '1.0.0')).toBe(
    '{"topic":"t","event":"broadcast","payload":{"type":"broadcast","event":"e","payload":{"n": 1.10},"meta":{"id":"i"}},"ref":null,"join_ref":null}',
  )
  expect(encodeMessage('t', message, '2.0.0')?.toString('latin1')).toBe('\u0004\u0001\u0001\u000a\u0001te{"id":"i"}{"n": 1.10}')
})

test('a message that a protocol version cannot express is not sent', () => {
  expect(encodeMessage('t', { event: 'e', encoding: 'binary', bytes: Buffer.alloc(1) }, '1.0.0')).toBeUndefined()
  expect(encodeMessage('t', { event: 'e'.repeat(256), encoding: 'json', bytes: Buffer.from('{}') }, '2.0.0')).toBeUndefined()
})
