import { expect, test } from 'vitest'
import { clocksOf, dayOf } from './clocks.ts'
import { languages } from './language.ts'

const startsAt = new Date('2027-01-15T10:00:00Z')
const zone = 'Asia/Baku'

test.each([
  ['tr', 'Bakü saatiyle 14:00, sizin saatinizle 11:00'],
  ['az', 'Bakı vaxtı ilə 14:00, sizin vaxtınızla 11:00'],
  ['en', '14:00 Baku, your time 11:00'],
  ['ru', '14:00 (Баку), по вашему времени 11:00'],
  ['ar', '14:00 بتوقيت باكو، 11:00 بتوقيتكم'],
  ['fr', '14:00 (Bakou), 11:00 à votre heure locale'],
] as const)('both clocks in %s', (language, expected) => {
  expect(clocksOf({ startsAt, zone, readersZone: 'Europe/Berlin' }, language)).toBe(expected)
})

test('clocks that show the same are named once', () => {
  expect(clocksOf({ startsAt, zone, readersZone: 'Asia/Dubai' }, 'en')).toBe('14:00 Baku')
  expect(clocksOf({ startsAt, zone: 'Europe/Istanbul', readersZone: 'Europe/Moscow' }, 'en')).toBe('13:00 Istanbul')
})

test('a doctor reads the patient’s clock too, and their own where it has moved since', () => {
  expect(clocksOf({ startsAt, zone, readersZone: zone, patientsZone: 'Europe/London' }, 'en')).toBe('14:00 Baku, the patient’s time 10:00')
  expect(clocksOf({ startsAt, zone, readersZone: 'Europe/Berlin', patientsZone: 'Europe/London' }, 'en')).toBe(
    '14:00 Baku, your time 11:00, the patient’s time 10:00',
  )
})

test('where it is another day, the day is said', () => {
  const early = new Date('2027-01-14T22:30:00Z')
  expect(clocksOf({ startsAt: early, zone, readersZone: 'America/New_York' }, 'en')).toBe('02:30 Baku, your time 14 January 17:30')
  expect(clocksOf({ startsAt: early, zone, readersZone: 'America/New_York' }, 'tr')).toBe(
    'Bakü saatiyle 02:30, sizin saatinizle 14 Ocak 17:30',
  )
  expect(dayOf(early, zone, 'tr')).toBe('15 Ocak 2027 Cuma')
})

test('clocks are read on that day: Berlin is nearer to Baku in summer', () => {
  const inSummer = new Date('2027-07-15T10:00:00Z')
  expect(clocksOf({ startsAt: inSummer, zone, readersZone: 'Europe/Berlin' }, 'en')).toBe('14:00 Baku, your time 12:00')
  const [before, after] = [new Date('2027-03-28T00:59:00Z'), new Date('2027-03-28T01:00:00Z')]
  expect(clocksOf({ startsAt: before, zone, readersZone: 'Europe/Berlin' }, 'en')).toBe('04:59 Baku, your time 01:59')
  expect(clocksOf({ startsAt: after, zone, readersZone: 'Europe/Berlin' }, 'en')).toBe('05:00 Baku, your time 03:00')
})

test.each(languages)('digits in %s are those of the rest of the mail, and midnight is 00:00', (language) => {
  const midnight = new Date('2027-01-14T20:00:00Z')
  expect(clocksOf({ startsAt: midnight, zone, readersZone: zone }, language)).toContain('00:00')
  expect(dayOf(midnight, zone, language)).toMatch(/15.*2027/)
})
