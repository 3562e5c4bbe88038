import { beforeAll, expect, test } from 'vitest'
import { loadArea, type TextKey, translate, type Values } from '../../../lib/i18n.tsx'
import type { Language } from '../../../lib/languages.ts'
import { leaveSummary, weekSummary } from './summaries.ts'
import { weekFromRows } from './week.ts'

const inLanguage = (language: Language) => (key: TextKey, values?: Values) => translate(language, key, values)
const plain = (text: string) => text.replaceAll(/[\u2060\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ')
const weekWith = (...hours: [day: number, start: string, end: string][]) =>
  weekFromRows(hours.map(([day_of_week, start_time, end_time]) => ({ day_of_week, start_time, end_time, is_available: true })))
const weekLine = (week: ReturnType<typeof weekWith>, language: Language = 'en') => plain(weekSummary(week, inLanguage(language), language))
const leaveLine = (...leaves: [day: string, start?: string, end?: string][]) =>
  plain(
    leaveSummary(
      leaves.map(([leave_date, start_time = null, end_time = null]) => ({ leave_date, start_time, end_time })),
      '2026-11-20',
      inLanguage('en'),
      'en',
    ),
  )

beforeAll(async () => {
  await Promise.all([loadArea('en', 'panel'), loadArea('ar', 'panel')])
})

test('a week says how many days are open, and their hours if all have the same', () => {
  expect(weekLine(weekWith())).toBe('No hours yet')
  expect(weekLine(weekWith([0, '09:00', '17:00']))).toBe('1 day open · 09:00–17:00')
  expect(weekLine(weekWith([0, '09:00', '12:00'], [0, '13:00', '00:00'], [3, '09:00', '12:00'], [3, '13:00', '00:00']))).toBe(
    '2 days open · 09:00–12:00, 13:00–24:00',
  )
  expect(weekLine(weekWith([0, '09:00', '17:00'], [1, '10:00', '17:00']))).toBe('2 days open')
})

test('hours read from left to right in an Arabic line', () => {
  expect(weekSummary(weekWith([0, '09:00', '17:00']), inLanguage('ar'), 'ar')).toContain('\u206609:00\u2060–\u206017:00\u2069')
})

test('the next leave is named by its day and hours, with the year if it is another one', () => {
  expect(leaveLine()).toBe('No upcoming leave')
  expect(leaveLine(['2026-11-19'])).toBe('No upcoming leave')
  expect(leaveLine(['2026-12-01'], ['2026-11-20', '09:00', '12:00'], ['2026-11-19'])).toBe('Friday 20 November · 09:00–12:00')
  expect(leaveLine(['2027-01-04'])).toBe('Monday, 4 January 2027 · Whole day')
})
