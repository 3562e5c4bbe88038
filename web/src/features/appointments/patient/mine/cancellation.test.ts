import { expect, test } from 'vitest'
import { cancellableUntil, isTooLate } from './cancellation.ts'

const appointment = { status: 'confirmed' as const, starts_at: '2026-03-29T10:00:00+00:00', doctor: { cancellation_hours: 24 } }

test('a confirmed appointment can be cancelled until the doctor’s limit in hours before its start, even across a clock change', () => {
  expect(cancellableUntil(appointment)?.toISOString()).toBe('2026-03-28T10:00:00.000Z')
  expect(isTooLate(appointment, new Date('2026-03-28T10:00:00Z'))).toBe(false)
  expect(isTooLate(appointment, new Date('2026-03-28T10:00:01Z'))).toBe(true)
})

test('a pending appointment can always be cancelled', () => {
  expect(isTooLate({ ...appointment, status: 'pending' }, new Date('2026-03-29T09:59:00Z'))).toBe(false)
})
