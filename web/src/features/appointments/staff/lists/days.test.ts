import { expect, test } from 'vitest'
import { groupByDay } from './days.ts'

test('groups only adjacent rows of the same day, and keeps their order', () => {
  const rows = ['16', '16', '17', '16'].map((day, id) => ({ id, appointment_date: `2026-11-${day}` }))
  expect(groupByDay(rows).map(({ day, rows: group }) => [day, group.map(({ id }) => id)])).toEqual([
    ['2026-11-16', [0, 1]],
    ['2026-11-17', [2]],
    ['2026-11-16', [3]],
  ])
  expect(groupByDay([])).toEqual([])
})
