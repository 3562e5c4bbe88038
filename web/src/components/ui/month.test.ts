import { expect, test } from 'vitest'
import { addMonths, dayAfterKey, firstWeekday, weeksOf } from './month.ts'

test('November 2026 has six weeks from Monday, and five from Saturday', () => {
  const turkish = weeksOf('2026-11', firstWeekday('tr'))
  expect(turkish).toHaveLength(6)
  expect(turkish[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'])
  expect(turkish[5]?.[0]).toBe('2026-11-30')
  const arabic = weeksOf('2026-11', firstWeekday('ar'))
  expect(arabic).toHaveLength(5)
  expect(arabic[0]?.slice(0, 2)).toEqual([undefined, '2026-11-01'])
})

test('adding a month never skips a month', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
})

test.each([
  ['ArrowRight', false, '2026-11-19', '2026-11-17'],
  ['ArrowLeft', false, '2026-11-17', '2026-11-19'],
  ['ArrowDown', false, '2026-11-25', '2026-11-25'],
  ['ArrowUp', false, '2026-11-11', '2026-11-11'],
  ['Home', false, '2026-11-16', '2026-11-14'],
  ['End', false, '2026-11-22', '2026-11-20'],
  ['PageDown', false, '2026-12-18', '2026-12-18'],
  ['PageUp', true, '2025-11-18', '2025-11-18'],
  ['x', false, undefined, undefined],
])('from Wednesday 18 November, %s (shift: %s) leads to %s, in Arabic to %s', (key, shiftKey, turkish, arabic) => {
  const from = (isRtl: boolean, language: 'tr' | 'ar') =>
    dayAfterKey('2026-11-18', { key, shiftKey }, { isRtl, first: firstWeekday(language) })
  expect([from(false, 'tr'), from(true, 'ar')]).toEqual([turkish, arabic])
})
