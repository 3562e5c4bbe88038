import { expect, test } from 'vitest'
import { groupByPartOfDay } from './parts-of-day.ts'

const slotsAt = (...times: string[]) => times.map((appointment_time) => ({ appointment_time, starts_at: '' }))
const groupsOf = (...times: string[]) =>
  groupByPartOfDay(slotsAt(...times), ({ appointment_time }) => appointment_time).map(({ part, slots }) => [
    part,
    ...slots.map(({ appointment_time }) => appointment_time),
  ])

test('times are grouped by part of the day', () => {
  expect(groupsOf('05:45', '06:00', '11:45', '12:00', '17:45', '18:00')).toEqual([
    ['night', '05:45'],
    ['morning', '06:00', '11:45'],
    ['afternoon', '12:00', '17:45'],
    ['evening', '18:00'],
  ])
})

test('a day that ends after midnight on the reader’s clock keeps the order of time', () => {
  expect(groupsOf('22:00', '23:30', '00:30', '06:30')).toEqual([
    ['evening', '22:00', '23:30'],
    ['night', '00:30'],
    ['morning', '06:30'],
  ])
})

test('without times there are no groups', () => {
  expect(groupsOf()).toEqual([])
})
