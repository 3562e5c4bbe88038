import { expect, test } from 'vitest'
import { wallClock } from '../../../lib/time/dates.ts'
import { type ClockOf, isDoctorsClock, nextDay, storedClock } from './next-day.ts'

const at = (starts_at: string) => ({ doctor_id: 'a', appointment_date: '', appointment_time: '', starts_at })
const EVENING = [at('2026-11-16T20:45:00Z'), at('2026-11-16T21:00:00Z'), at('2026-11-16T21:15:00Z')]
const NOON = new Date('2026-11-16T12:00:00Z')
const clockIn =
  (zone: string): ClockOf =>
  ({ starts_at }) =>
    wallClock(starts_at, zone)

test('the day and its times are on the reader’s calendar', () => {
  expect(nextDay(EVENING, NOON, clockIn('Europe/London'))).toEqual({ day: '2026-11-16', slots: EVENING })
  expect(nextDay(EVENING, NOON, clockIn('Europe/Istanbul'))).toEqual({ day: '2026-11-16', slots: EVENING.slice(0, 1) })
})

test('times that have passed while the page was open are left out', () => {
  expect(nextDay(EVENING, new Date('2026-11-16T20:45:00Z'), clockIn('Europe/Istanbul'))?.slots).toEqual(EVENING.slice(1))
  expect(nextDay(EVENING, new Date('2026-11-17T12:00:00Z'), clockIn('Europe/London'))).toBeUndefined()
})

test('the clocks are the same if both day and time are equal', () => {
  const slot = { doctor_id: 'a', appointment_date: '2026-11-17', appointment_time: '00:30', starts_at: '2026-11-16T21:30:00Z' }
  expect(isDoctorsClock(slot, clockIn('Europe/Istanbul'))).toBe(true)
  expect(isDoctorsClock(slot, clockIn('Asia/Baku'))).toBe(false)
  expect(isDoctorsClock({ ...slot, appointment_date: '2026-11-16' }, clockIn('Europe/Istanbul'))).toBe(false)
})

test('the server shows the doctor’s clock', () => {
  const late = { doctor_id: 'a', appointment_date: '2026-11-17', appointment_time: '00:30', starts_at: '2026-11-16T21:30:00Z' }
  expect(nextDay([late], NOON, storedClock)).toEqual({ day: '2026-11-17', slots: [late] })
  expect(isDoctorsClock(late, storedClock)).toBe(true)
})
