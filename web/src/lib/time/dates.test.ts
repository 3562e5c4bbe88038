import { expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import { dayTitle, formatDay, formatMoment, monthTitle, wallClock, weekdayName, weekdayOf } from './dates.ts'

test.each([
  ['tr', '15\u00a0Kasım 2026 Pazar', '15\u00a0Kasım 2026', '15\u00a0Kas Paz', '15\u00a0Kas'],
  ['az', '15\u00a0noyabr 2026, bazar', '15\u00a0noyabr 2026', '15\u00a0noy, B.', '15\u00a0noy'],
  ['en', 'Sunday, 15\u00a0November 2026', '15\u00a0November 2026', 'Sun 15\u00a0Nov', '15\u00a0Nov'],
  ['ru', 'воскресенье, 15\u00a0ноября 2026\u00a0г.', '15\u00a0ноября 2026\u00a0г.', 'вс, 15\u00a0нояб.', '15\u00a0нояб.'],
  ['ar', 'الأحد، 15\u00a0نوفمبر 2026', '15\u00a0نوفمبر 2026', 'الأحد، 15\u00a0نوفمبر', '15\u00a0نوفمبر'],
  ['fr', 'dimanche 15\u00a0novembre 2026', '15\u00a0novembre 2026', 'dim. 15\u00a0nov.', '15\u00a0nov.'],
] as const)('a day is written in words in %s', (language, full, long, short, dayMonth) => {
  expect(formatDay('2026-11-15', language)).toBe(full)
  expect(formatDay('2026-11-15', language, 'long')).toBe(long)
  expect(formatDay('2026-11-15', language, 'short')).toBe(short)
  expect(formatDay('2026-11-15', language, 'dayMonth')).toBe(dayMonth)
})

test.each([
  ['tr', '15\u00a0Kas 2026 14:05'],
  ['az', '15\u00a0noy 2026, 14:05'],
  ['en', '15\u00a0Nov 2026, 14:05'],
  ['ru', '15\u00a0нояб. 2026\u00a0г., 14:05'],
  ['ar', '15\u00a0نوفمبر 2026، 14:05'],
  ['fr', '15\u00a0nov. 2026, 14:05'],
] as const)('a moment in %s is on the 24-hour clock', (language, expected) => {
  expect(formatMoment('2026-11-15T10:05:00Z', 'Asia/Baku', language)).toBe(expected)
})

test.each(LANGUAGES)('midnight in %s is 00, neither 24 nor 12', (language) => {
  expect(formatMoment('2026-11-14T20:00:00Z', 'Asia/Baku', language)).toMatch(/15.* 00:00$/)
})

// Unlike Chromium, Node knows Azerbaijani and can check our words.
test('our Azerbaijani words match those of Node', () => {
  // Our texts keep day and month together, and the words of a weekday.
  const expected = (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat('az', { ...options, timeZone: 'UTC' }).format(new Date(day)).replace(/^(\d+) | (?=axşamı|ertəsi)/g, '$1\u00a0')
  const days = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-0${(month % 7) + 1}`)
  for (const day of days) {
    expect(formatDay(day, 'az')).toBe(expected({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, day))
    expect(formatDay(day, 'az', 'short')).toBe(expected({ weekday: 'short', day: 'numeric', month: 'short' }, day))
  }
})

test('the heading of a month begins with a capital letter', () => {
  expect(LANGUAGES.map((language) => monthTitle('2026-06-15', language))).toEqual(
    expect.arrayContaining(['Haziran 2026', 'İyun 2026', 'Июнь 2026', 'Juin 2026']),
  )
})

test('a day that stands on its own begins with a capital letter', () => {
  expect(dayTitle('2026-11-19', 'ru')).toMatch(/^Четверг, 19\u00a0ноября/)
  expect(dayTitle('2026-11-19', 'fr')).toMatch(/^Jeudi 19\u00a0novembre/)
  expect(dayTitle('2026-11-19', 'tr')).toBe(formatDay('2026-11-19', 'tr'))
  expect(dayTitle('2026-11-19', 'az')).toBe(formatDay('2026-11-19', 'az'))
})

test('weekdays begin with Monday', () => {
  expect([0, 6].map((day) => weekdayName(day, 'az'))).toEqual(['bazar ertəsi', 'bazar'])
  expect([0, 6].map((day) => weekdayName(day, 'en', 'short'))).toEqual(['Mon', 'Sun'])
  expect([weekdayOf('2026-11-16'), weekdayOf('2026-11-15')]).toEqual([0, 6])
})

test('a cached clock belongs to the same minute and zone, even after many others', () => {
  const zones = ['Europe/Berlin', 'Asia/Baku'].map((zone) => ({
    zone,
    expected: new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }),
  }))
  // Berlin's clocks go back at 01:00 UTC, so the hour from 02:00 to 03:00 occurs twice.
  const minutes = Array.from({ length: 1100 }, (_, minute) => new Date(Date.UTC(2026, 9, 25, 0, minute)))
  for (const at of [...minutes, ...minutes])
    for (const { zone, expected } of zones) expect(wallClock(at, zone).clock).toBe(expected.format(at))
})
