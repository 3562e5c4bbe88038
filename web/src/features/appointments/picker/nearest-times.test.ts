import { expect, test } from 'vitest'
import { nearestTimes, timesBeside } from './nearest-times.ts'

const slots = ['09:00', '09:15', '11:30', '14:00', '16:45'].map((appointment_time) => ({ appointment_time, starts_at: '' }))
const times = (lost: string, max?: number) => nearestTimes(slots, lost, max).map(({ appointment_time }) => appointment_time)

test('the three closest times are offered in the order of the day', () => {
  expect(times('11:00')).toEqual(['09:00', '09:15', '11:30'])
  expect(times('16:00')).toEqual(['11:30', '14:00', '16:45'])
})

test('the lost time is not offered, even if the list is old', () => {
  expect(times('11:30')).toEqual(['09:00', '09:15', '14:00'])
})

test('a day with fewer free times offers those it has', () => {
  expect(times('08:00', 2)).toEqual(['09:00', '09:15'])
  expect(nearestTimes([], '10:00')).toEqual([])
})

test('times that overlap with another appointment of the patient are not offered', () => {
  const day = ['09:00', '09:15', '09:30', '10:00', '10:15'].map((time) => ({
    appointment_time: time,
    starts_at: `2026-11-25T${time}:00+03:00`,
  }))
  const beside = (startsAt: string, endsAt: string) =>
    timesBeside(day, 30, { startsAt, endsAt }).map(({ appointment_time }) => appointment_time)
  expect(beside('2026-11-25T06:30:00+00:00', '2026-11-25T07:00:00+00:00')).toEqual(['09:00', '10:00', '10:15'])
  expect(timesBeside(day, 30, undefined)).toEqual(day)
})
