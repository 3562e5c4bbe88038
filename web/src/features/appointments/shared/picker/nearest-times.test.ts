import { expect, test } from 'vitest'
import { nearestTimes, timesBeside } from './nearest-times.ts'

const DAY = '2026-11-25'
const at = (time: string, day = DAY) => ({ appointment_date: day, appointment_time: time, starts_at: `${day}T${time}:00+03:00` })
const slots = ['09:00', '09:15', '11:30', '14:00', '16:45'].map((time) => at(time))
const times = (lost: string, max?: number) => nearestTimes(slots, at(lost), max).map(({ appointment_time }) => appointment_time)

test('offers the three closest times in the order of the day', () => {
  expect(times('11:00')).toEqual(['09:00', '09:15', '11:30'])
  expect(times('16:00')).toEqual(['11:30', '14:00', '16:45'])
})

test('does not offer the lost time, even if the list is stale', () => {
  expect(times('11:30')).toEqual(['09:00', '09:15', '14:00'])
})

test('offers fewer times if the day has no more', () => {
  expect(times('08:00', 2)).toEqual(['09:00', '09:15'])
  expect(nearestTimes([], at('10:00'))).toEqual([])
})

test('finds the nearest times across the doctor’s midnight', () => {
  const night = [at('21:00'), at('23:45'), at('00:15', '2026-11-26'), at('09:00', '2026-11-26')]
  const near = nearestTimes(night, at('00:00', '2026-11-26'), 2)
  expect(near.map(({ appointment_time }) => appointment_time)).toEqual(['23:45', '00:15'])
})

test('does not offer times that overlap with another appointment of the patient', () => {
  const day = ['09:00', '09:15', '09:30', '10:00', '10:15'].map((time) => at(time))
  const beside = (startsAt: string, endsAt: string) =>
    timesBeside(day, 30, { startsAt, endsAt }).map(({ appointment_time }) => appointment_time)
  expect(beside('2026-11-25T06:30:00+00:00', '2026-11-25T07:00:00+00:00')).toEqual(['09:00', '10:00', '10:15'])
  expect(timesBeside(day, 30, undefined)).toEqual(day)
})
