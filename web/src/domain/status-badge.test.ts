import { expect, test } from 'vitest'
import { shownStatus } from './status-badge.tsx'

const now = new Date('2026-11-15T12:00:00Z')
const [past, coming] = ['2026-11-15T11:59:00Z', '2026-11-15T12:01:00Z']

test.each([
  ['pending', coming, null, 'pending'],
  ['pending', past, null, 'expired'],
  ['cancelled', past, 'expired', 'expired'],
  ['cancelled', past, 'doctor', 'cancelled'],
  // The first release did not record who cancelled.
  ['cancelled', past, null, 'cancelled'],
  ['confirmed', past, null, 'confirmed'],
  ['completed', past, null, 'completed'],
] as const)('%s at %s, cancelled by %s, is shown as %s', (status, starts_at, cancelled_by, expected) => {
  expect(shownStatus({ status, starts_at, cancelled_by }, now)).toBe(expected)
})
