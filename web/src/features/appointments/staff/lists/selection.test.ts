import { expect, test } from 'vitest'
import { actionsFor } from './selection.ts'

const NOW = new Date('2026-11-16T10:00:00Z')
const [BEFORE, AFTER] = ['2026-11-16T09:00:00Z', '2026-11-16T11:00:00Z']

test('offers only the bulk actions that fit the status and the time', () => {
  expect(actionsFor({ status: 'pending', starts_at: AFTER }, NOW)).toEqual(['confirmed', 'cancelled'])
  expect(actionsFor({ status: 'pending', starts_at: BEFORE }, NOW)).toEqual([])
  expect(actionsFor({ status: 'confirmed', starts_at: AFTER }, NOW)).toEqual(['cancelled'])
  expect(actionsFor({ status: 'confirmed', starts_at: BEFORE }, NOW)).toEqual(['completed', 'cancelled'])
  for (const status of ['completed', 'cancelled'] as const) expect(actionsFor({ status, starts_at: AFTER }, NOW)).toEqual([])
})
