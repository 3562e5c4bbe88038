import { expect, test } from 'vitest'
import { isTooLateToMove } from './movable.ts'

test('a patient can move an appointment until the doctor’s limit in hours before its start', () => {
  const appointment = { starts_at: '2027-01-15T10:00:00Z', doctor: { cancellation_hours: 24 } }
  expect(isTooLateToMove(appointment, new Date('2027-01-14T10:00:00Z'))).toBe(false)
  expect(isTooLateToMove(appointment, new Date('2027-01-14T10:00:01Z'))).toBe(true)
})
