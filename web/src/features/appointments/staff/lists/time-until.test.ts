import { expect, test } from 'vitest'
import { timeUntil } from './time-until.ts'

const NOW = new Date('2026-11-17T12:00:20Z')

test('formats the time until an appointment as minutes, hours with minutes, full hours, or now', () => {
  expect(timeUntil('2026-11-17T12:05:00Z', NOW)).toEqual({ key: 'next.inMinutes', values: { minutes: 5 } })
  expect(timeUntil('2026-11-17T14:15:00Z', NOW)).toEqual({ key: 'next.inHours', values: { hours: 2, minutes: 15 } })
  expect(timeUntil('2026-11-17T13:00:00Z', NOW)).toEqual({ key: 'next.inFullHours', values: { hours: 1 } })
  expect(timeUntil('2026-11-17T12:00:00Z', NOW)).toEqual({ key: 'next.now', values: {} })
})
