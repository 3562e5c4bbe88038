import { beforeAll, expect, test } from 'vitest'
import { loadArea, type TextKey, translate, type Values } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'
import { workingLines } from './working-hours.ts'

beforeAll(() => Promise.all(LANGUAGES.flatMap((language) => [loadArea(language, 'doctors'), loadArea(language, 'patient')])))

const on = (days: number[], start_time: string, end_time: string) => days.map((day_of_week) => ({ day_of_week, start_time, end_time }))
const lines = (windows: Parameters<typeof workingLines>[0], language: Language) =>
  workingLines(windows, language, (key: TextKey, values?: Values) => translate(language, key, values)).map(
    ({ days, hours }) => `${days} ${hours}`,
  )

const USUAL = [...on([0, 1, 2, 3, 4], '13:30', '17:00'), ...on([0, 1, 2, 3, 4], '09:00', '12:30'), ...on([5], '10:00', '14:00')]

test.each([
  ['tr', ['Pzt–Cum 09:00–12:30, 13:30–17:00', 'Cmt 10:00–14:00']],
  ['az', ['B.e.–C. 09:00–12:30, 13:30–17:00', 'Ş. 10:00–14:00']],
  ['en', ['Mon–Fri 09:00–12:30, 13:30–17:00', 'Sat 10:00–14:00']],
  ['ru', ['Пн–пт 09:00–12:30, 13:30–17:00', 'Сб 10:00–14:00']],
  ['ar', ['من الاثنين إلى الجمعة من 09:00 إلى 12:30، من 13:30 إلى 17:00', 'السبت من 10:00 إلى 14:00']],
  ['fr', ['Lun.–ven. 09:00–12:30, 13:30–17:00', 'Sam. 10:00–14:00']],
] as const)('days with the same hours are one line, in %s', (language, expected) => {
  expect(lines(USUAL, language)).toEqual(expected)
})

test('single days are listed, the week wraps around, and midnight ends a day', () => {
  expect(lines(on([0, 2, 4], '12:00', '20:00'), 'en')).toEqual(['Mon, Wed, Fri 12:00–20:00'])
  expect(lines(on([0, 1, 2, 3, 6], '08:00', '14:00'), 'en')).toEqual(['Sun–Thu 08:00–14:00'])
  expect(lines(on([1, 2], '14:00', '00:00'), 'en')).toEqual(['Tue, Wed 14:00–00:00'])
  expect(lines(on([0, 1, 2, 3, 4, 5, 6], '00:00', '00:00'), 'en')).toEqual(['Every day 24\u00A0hours'])
  expect(lines([], 'en')).toEqual([])
})
