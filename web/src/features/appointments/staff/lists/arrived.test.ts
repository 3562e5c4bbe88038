import { expect, test } from 'vitest'
import { arrivedAgo, isOverdue } from './arrived.ts'

const NOW = new Date('2026-11-17T12:00:20Z')

test('a request is overdue after a day', () => {
  expect(isOverdue('2026-11-16T12:00:30Z', NOW)).toBe(false)
  expect(isOverdue('2026-11-16T12:00:20Z', NOW)).toBe(true)
})

test('gives the age of a request as now, or in full minutes, hours or days', () => {
  expect(arrivedAgo('2026-11-17T12:00:30Z', NOW)).toEqual({ key: 'row.arrivedNow', values: {} })
  expect(arrivedAgo('2026-11-17T11:01:00Z', NOW)).toEqual({ key: 'row.arrivedMinutes', values: { count: 59 } })
  expect(arrivedAgo('2026-11-17T10:00:00Z', NOW)).toEqual({ key: 'row.arrivedHours', values: { count: 2 } })
  expect(arrivedAgo('2026-11-16T12:00:00Z', NOW)).toEqual({ key: 'row.arrivedDays', values: { count: 1 } })
})
