import { expect, test } from 'vitest'
import { daysOfWeek, weekOf, weekStart } from './weeks.ts'

test('a week consists of seven days from today, across the end of a month and a year', () => {
  expect(daysOfWeek(0, '2026-12-28')).toEqual([
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
    '2027-01-03',
  ])
  expect(weekStart(1, '2026-12-28')).toBe('2027-01-04')
})

test('every day is in the week that lists it', () => {
  for (const week of [0, 1, 2, 3, 20]) {
    for (const day of daysOfWeek(week, '2026-03-25')) expect(weekOf(day, '2026-03-25')).toBe(week)
  }
  expect(weekOf('2026-03-24', '2026-03-25')).toBe(-1)
})
