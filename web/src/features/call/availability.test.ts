import { expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

const start = Date.parse('2026-05-04T10:00:00Z')
const call = {
  status: 'confirmed' as const,
  starts_at: '2026-05-04T10:00:00+00:00',
  ends_at: '2026-05-04T10:30:00+00:00',
  call_started_at: null,
}
const after = (minutes: number, more: object = {}, isActive = false) =>
  availabilityOf({ ...call, ...more }, new Date(start + minutes * 60_000), isActive)

test('keeps the room open as long as the server says, and closes it once the doctor has ended the call', () => {
  expect(after(45, { closes_at: '2026-05-04T11:30:00+00:00' })).toEqual({ state: 'open' })
  expect(after(91, { closes_at: '2026-05-04T11:30:00+00:00' })).toEqual({ state: 'over' })
  const ended = { call_started_at: '2026-05-04T10:00:00+00:00', call_ended_at: '2026-05-04T10:20:00+00:00' }
  expect(after(25, ended, true)).toEqual({ state: 'ended' })
  expect(after(25, { ...ended, call_ended_at: null })).toEqual({ state: 'open' })
})

test.each([
  [-15, { state: 'open' }],
  [0, { state: 'open' }],
  [29.99, { state: 'open' }],
  [30, { state: 'over' }],
  [-15.01, { state: 'early', minutes: 1 }],
  [-16, { state: 'early', minutes: 1 }],
  [-75, { state: 'early', minutes: 60 }],
])('%s minutes after the start, the room is %o', (minutes, expected) => expect(after(minutes)).toEqual(expected))

test('a room is never open unless the appointment is confirmed', () => {
  expect(after(0, { status: 'pending' }, true)).toEqual({ state: 'unconfirmed' })
  for (const status of ['completed', 'cancelled']) expect(after(0, { status }, true)).toEqual({ state: 'over' })
})

test('a room stays open for two hours after the call has begun', () => {
  const begun = { call_started_at: '2026-05-04T10:05:00+00:00' }
  expect(after(124, begun)).toEqual({ state: 'open' })
  expect(after(125, begun)).toEqual({ state: 'over' })
})

test('a room stays open for a browser that was in the call', () => expect(after(40, {}, true)).toEqual({ state: 'open' }))
