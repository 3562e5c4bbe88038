import { expect, test } from 'vitest'
import { LANGUAGES } from '../rules.ts'
import * as clocks from './clocks.ts'
import { dayOf } from './clocks.ts'

const startsAt = new Date('2027-01-15T10:00:00Z')
const doctorsZone = 'Asia/Baku'

const clocksForPatient = (...all: Parameters<typeof clocks.clocksForPatient>) =>
  clocks.clocksInWords(clocks.clocksForPatient(...all), all[2])
const clocksForDoctor = (...all: Parameters<typeof clocks.clocksForDoctor>) => clocks.clocksInWords(clocks.clocksForDoctor(...all), all[2])

test.each([
  ['tr', 'Sizin saatinizle 11:00 (Paris), doktorun saatiyle 14:00 (Bakü)'],
  ['az', 'Sizin vaxtınızla 11:00 (Paris), həkimin vaxtı ilə 14:00 (Bakı)'],
  ['en', '11:00 your time (Paris), doctor’s time 14:00 (Baku)'],
  ['ru', '11:00 по вашему времени (Париж), 14:00 по времени врача (Баку)'],
  ['ar', '11:00 بتوقيتكم (باريس)، 14:00 بتوقيت الطبيب (باكو)'],
  ['fr', '11:00 à votre heure locale (Paris), 14:00 à l’heure du médecin (Bakou)'],
] as const)('a patient reads both clocks in %s', (language, expected) => {
  expect(clocksForPatient({ startsAt, doctorsZone }, 'Europe/Paris', language)).toBe(expected)
})

test('a patient in the doctor’s zone reads one time, and so does one with an unknown zone', () => {
  expect(clocksForPatient({ startsAt, doctorsZone }, 'Asia/Baku', 'en')).toBe('14:00 Baku')
  expect(clocksForPatient({ startsAt, doctorsZone }, undefined, 'tr')).toBe('Bakü saatiyle 14:00')
})

test('a patient in another zone with the same time reads both cities', () => {
  expect(clocksForPatient({ startsAt, doctorsZone }, 'Asia/Dubai', 'en')).toBe('14:00 your time (Dubai), doctor’s time 14:00 (Baku)')
})

test('a doctor reads the patient’s time too, and their own if they changed zones since', () => {
  const read = (ownZone: string, patientsZone: string | undefined) =>
    clocksForDoctor({ startsAt, doctorsZone }, { ownZone, patientsZone }, 'en')
  expect(read(doctorsZone, 'Europe/Paris')).toBe('14:00 Baku, the patient’s time 11:00 (Paris)')
  expect(read('Europe/Berlin', 'Europe/London')).toBe('14:00 Baku, 11:00 your time (Berlin), the patient’s time 10:00 (London)')
  expect(read(doctorsZone, 'Asia/Dubai')).toBe('14:00 Baku')
  expect(read(doctorsZone, undefined)).toBe('14:00 Baku')
})

test('a time on another day names that day', () => {
  const early = new Date('2027-01-14T22:30:00Z')
  expect(clocksForPatient({ startsAt: early, doctorsZone }, 'America/New_York', 'tr')).toBe(
    'Sizin saatinizle 17:30 (New York), doktorun saatiyle 15 Ocak 02:30 (Bakü)',
  )
  expect([dayOf(early, doctorsZone, 'tr'), dayOf(early, 'America/New_York', 'tr')]).toEqual(['15 Ocak 2027 Cuma', '14 Ocak 2027 Perşembe'])
})

test('offsets follow daylight saving time: Cairo is nearer to Baku in summer', () => {
  const read = (at: string) => clocksForPatient({ startsAt: new Date(at), doctorsZone }, 'Africa/Cairo', 'en')
  expect(read('2027-01-15T10:00:00Z')).toContain('12:00 your time')
  expect(read('2027-07-15T10:00:00Z')).toContain('13:00 your time')
})

test.each(LANGUAGES)('times and days in %s have Latin digits, and midnight is 00:00', (language) => {
  const midnight = new Date('2027-01-14T20:00:00Z')
  expect(clocksForPatient({ startsAt: midnight, doctorsZone }, doctorsZone, language)).toContain('00:00')
  expect(dayOf(midnight, doctorsZone, language)).toMatch(/15.*2027/)
})
