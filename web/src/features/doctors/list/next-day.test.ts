import { expect, test } from 'vitest'
import { nextDay } from './next-day.ts'

const at = (starts_at: string) => ({ doctor_id: 'a', appointment_date: '', appointment_time: '', starts_at })
const EVENING = [at('2026-11-16T20:45:00Z'), at('2026-11-16T21:00:00Z'), at('2026-11-16T21:15:00Z')]
const NOON = new Date('2026-11-16T12:00:00Z')

test('the day and its times are those of the reader’s calendar', () => {
  expect(nextDay(EVENING, 'Europe/London', NOON)).toEqual({ day: '2026-11-16', slots: EVENING })
  expect(nextDay(EVENING, 'Europe/Istanbul', NOON)).toEqual({ day: '2026-11-16', slots: EVENING.slice(0, 1) })
})

test('times that have passed while the page was open are left out', () => {
  expect(nextDay(EVENING, 'Europe/Istanbul', new Date('2026-11-16T20:45:00Z'))?.slots).toEqual(EVENING.slice(1))
  expect(nextDay(EVENING, 'Europe/London', new Date('2026-11-17T12:00:00Z'))).toBeUndefined()
})
