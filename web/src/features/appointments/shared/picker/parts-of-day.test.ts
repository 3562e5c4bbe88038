import { expect, test } from 'vitest'
import { groupByPartOfDay } from './parts-of-day.ts'

const slotsAt = (...times: string[]) => times.map((appointment_time) => ({ appointment_date: '', appointment_time, starts_at: '' }))
const groupsOf = (...times: string[]) =>
  groupByPartOfDay(slotsAt(...times), ({ appointment_time }) => appointment_time).map(({ part, slots }) => [
    part,
    ...slots.map(({ appointment_time }) => appointment_time),
  ])

test('groups times by part of the day', () => {
  expect(groupsOf('05:45', '06:00', '11:45', '12:00', '17:45', '18:00')).toEqual([
    ['night', '05:45'],
    ['morning', '06:00', '11:45'],
    ['afternoon', '12:00', '17:45'],
    ['evening', '18:00'],
  ])
})

test('starts a new group at the doctor’s midnight', () => {
  const evening = [
    { appointment_date: '2026-11-17', appointment_time: '23:30', starts_at: '' },
    { appointment_date: '2026-11-18', appointment_time: '00:30', starts_at: '' },
  ]
  const groups = groupByPartOfDay(evening, () => '21:00')
  expect(groups.map(({ part, doctorsDay }) => [part, doctorsDay])).toEqual([
    ['evening', '2026-11-17'],
    ['evening', '2026-11-18'],
  ])
})

test('returns no groups without times', () => {
  expect(groupsOf()).toEqual([])
})
