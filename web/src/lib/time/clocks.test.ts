import { expect, test } from 'vitest'
import { loadArea, type TextKey, translate, type Values } from '../i18n.tsx'
import { LANGUAGES, type Language } from '../languages.ts'
import { clocksInWords, clocksOf, type Moment, type Reader } from './clocks.ts'

/** 14:00 in Baku. */
const MOMENT: Moment = { starts_at: '2027-01-20T10:00:00Z', timezone: 'Asia/Baku' }

async function read(reader: Reader, moment: Moment = MOMENT, language: Language = 'en') {
  await loadArea(language, 'patient')
  const i18n = { language, t: (key: TextKey, values?: Values) => translate(language, key, values) }
  const clocks = clocksOf(moment, reader, i18n)
  return { ...clocks, words: clocksInWords(clocks, reader, i18n) }
}

test.each([
  ['Europe/Paris', '11:00 Paris'],
  ['Africa/Cairo', '12:00 Cairo'],
  ['Asia/Riyadh', '13:00 Riyadh'],
  ['America/Argentina/Buenos_Aires', '07:00 Buenos Aires'],
  ['Asia/Calcutta', '15:30 Kolkata'],
  ['Etc/GMT-3', '13:00 UTC+3'],
])('a patient in %s reads their own clock first and the doctor’s second', async (zone, own) => {
  expect(await read({ is: 'patient', zone })).toEqual({
    day: '2027-01-20',
    clock: own,
    other: '14:00 Baku',
    words: `${own}, doctor’s time 14:00 Baku`,
  })
})

test('Cairo’s own daylight saving time is respected', async () => {
  expect(await read({ is: 'patient', zone: 'Africa/Cairo' }, { ...MOMENT, starts_at: '2027-07-20T10:00:00Z' })).toMatchObject({
    clock: '13:00 Cairo',
    other: '14:00 Baku',
  })
})

test('a patient in the doctor’s zone reads one time, unless the city differs', async () => {
  expect(await read({ is: 'patient', zone: 'Asia/Baku' })).toMatchObject({ clock: '14:00 Baku', other: undefined, words: '14:00 Baku' })
  expect(await read({ is: 'patient', zone: 'Asia/Dubai' })).toMatchObject({ clock: '14:00 Dubai', other: '14:00 Baku' })
})

test('staff read the doctor’s time first, and their own if it differs', async () => {
  expect(await read({ is: 'staff', zone: 'Europe/Istanbul' })).toMatchObject({
    clock: '14:00 Baku',
    other: '13:00',
    words: '14:00 Baku, 13:00 your time',
  })
  expect(await read({ is: 'staff', zone: 'Asia/Dubai' })).toMatchObject({ clock: '14:00 Baku', other: undefined })
})

test('each time is shown with its own day', async () => {
  const lateInBaku = { ...MOMENT, starts_at: '2027-01-20T20:30:00Z' }
  expect(await read({ is: 'patient', zone: 'Europe/Paris' }, lateInBaku)).toMatchObject({
    day: '2027-01-20',
    clock: '21:30 Paris',
    other: 'Thu 21\u00a0Jan 00:30 Baku',
  })
})

test.each(LANGUAGES)('in %s both times have a text', async (language) => {
  const { words } = await read({ is: 'patient', zone: 'Europe/Paris' }, MOMENT, language)
  expect(words).toMatch(/11:00.*14:00/)
  expect(words).not.toMatch(/\{|appointments\.|booking\./)
})
