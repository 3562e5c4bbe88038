import { expect, test } from 'vitest'
import { nearestTimes, timesBeside } from './nearest-times.ts'

const DAY = '2026-11-25'
const at = (time: string, day = DAY) => ({ appointment_date: day, appointment_time: time, starts_at: `${day}T${time}:00+03:00` })
const slots = ['09:00', '09:15', '11:30', '14:00', '16:45'].map((time) => at(time))
const times = (lost: string, max?: number) => nearestTimes(slots, at(lost), max).map(({ appointment_time }) => appointment_time)

test('the three closest times are offered in the order of the day', () => {
  expect(times('11:00')).toEqual(['09:00', '09:15', '11:30'])
  expect(times('16:00')).toEqual(['11:30', '14:00', '16:45'])
})

test('the lost time is not offered, even if the list is old', () => {
  expect(times('11:30')).toEqual(['09:00', '09:15', '14:00'])
})

test('a day with fewer free times offers those it has', () => {
  expect(times('08:00', 2)).toEqual(['09:00', '09:15'])
  expect(nearestTimes([], at('10:00'))).toEqual([])
})

test('across the doctor’s midnight the nearest are those around the same hour of the reader', () => {
  const night = [at('21:00'), at('23:45'), at('00:15', '2026-11-26'), at('09:00', '2026-11-26')]
  const near = nearestTimes(night, at('00:00', '2026-11-26'), 2)
  expect(near.map(({ appointment_time }) => appointment_time)).toEqual(['23:45', '00:15'])
})

test('times that overlap with another appointment of the patient are not offered', () => {
  const day = ['09:00', '09:15', '09:30', '10:00', '10:15'].map((time) => at(time))
  const beside = (startsAt: string, endsAt: string) =>
    timesBeside(day, 30, { startsAt, endsAt }).map(({ appointment_time }) => appointment_time)
  expect(beside('2026-11-25T06:30:00+00:00', '2026-11-25T07:00:00+00:00')).toEqual(['09:00', '10:00', '10:15'])
  expect(timesBeside(day, 30, undefined)).toEqual(day)
})
