import { expect, test } from 'vitest'
import { dayToOffer, isTooLateToMove } from './movable.ts'

test('a patient may move it until the doctor’s hours before its start', () => {
  const appointment = { starts_at: '2027-01-15T10:00:00Z', doctor: { cancellation_hours: 24 } }
  expect(isTooLateToMove(appointment, new Date('2027-01-14T10:00:00Z'))).toBe(false)
  expect(isTooLateToMove(appointment, new Date('2027-01-14T10:00:01Z'))).toBe(true)
})

test('the day offered first is its own where the doctor is, or the next free one, or the first', () => {
  const appointment = { starts_at: '2027-01-15T21:30:00Z', doctor: { timezone: 'Europe/Istanbul' } }
  const offered = (...days: string[]) =>
    dayToOffer(
      days.map((day) => ({ day })),
      appointment,
    )
  expect(offered('2027-01-15', '2027-01-16', '2027-01-17')).toBe('2027-01-16')
  expect(offered('2027-01-15', '2027-01-18')).toBe('2027-01-18')
  expect(offered('2027-01-04', '2027-01-15')).toBe('2027-01-04')
  expect(offered()).toBeUndefined()
})
