import { expect, test } from 'vitest'
import { readSignal } from './signals.ts'

const media = { camera: true, microphone: false, screen: false }
const from = { from: 'a', part: 'doctor' }

test.each([
  { type: 'hello', enteredAt: 1, name: 'Dr. Deniz', media },
  { type: 'welcome', name: '', media },
  { type: 'bye' },
  { type: 'media', media },
  { type: 'media', media: { ...media, isPaused: true } },
  { type: 'quality', quality: 'poor' },
  { type: 'description', description: { type: 'offer', sdp: 'v=0' } },
  { type: 'candidates', candidates: [{ candidate: 'x', sdpMid: '0' }, {}] },
])('accepts a valid message of type $type', (body) => expect(readSignal({ ...from, body })).toEqual({ ...from, body }))

test.each([
  undefined,
  'hello',
  { ...from },
  { ...from, body: { type: 'shout' } },
  { ...from, part: 'admin', body: { type: 'bye' } },
  { ...from, from: 1, body: { type: 'bye' } },
  { ...from, body: { type: 'hello', enteredAt: 1, name: 'x'.repeat(51), media } },
  { ...from, body: { type: 'media', media: { camera: 'yes' } } },
  { ...from, body: { type: 'media', media: { ...media, isPaused: 'yes' } } },
  { ...from, body: { type: 'quality', quality: 'splendid' } },
  { ...from, body: { type: 'quality' } },
  { ...from, body: { type: 'description', description: { type: 'offer' } } },
  { ...from, body: { type: 'candidates', candidates: 'x' } },
])('rejects the invalid payload %j', (payload) => expect(readSignal(payload)).toBeUndefined())
