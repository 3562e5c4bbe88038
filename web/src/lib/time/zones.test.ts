import { afterEach, expect, test, vi } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import {
  addDays,
  allZones,
  browserClock,
  browserZone,
  cityOf,
  clockIn,
  instantOf,
  isKnownZone,
  isoDay,
  isSameClock,
  isSameClockForAYear,
  offsetOf,
  todayIn,
  zoneLabel,
} from './zones.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['2026-11-20', '10:00', 'Asia/Baku', '2026-11-20T06:00:00.000Z'],
  ['2027-03-27', '09:00', 'Europe/Berlin', '2027-03-27T08:00:00.000Z'],
  ['2027-03-28', '09:00', 'Europe/Berlin', '2027-03-28T07:00:00.000Z'],
  ['2026-12-31', '23:30', 'America/New_York', '2027-01-01T04:30:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, instant) => {
  expect(instantOf(day, time, zone)).toBe(instant)
})

test('the browser’s clock shows the time of its zone', () => {
  for (const instant of ['2026-11-16T21:30:00Z', '2027-03-28T00:59:00Z', '2027-03-28T01:00:00Z', '2027-01-01T00:05:00Z']) {
    const { isoDay: day, clock } = browserClock(instant)
    expect([day, clock]).toEqual([isoDay(instant, browserZone()), clockIn(instant, browserZone())])
  }
})

test('the offset of a zone is that of the day, before and after a clock change', () => {
  expect([offsetOf('Europe/Berlin', '2027-03-27T12:00:00Z'), offsetOf('Europe/Berlin', '2027-03-29T12:00:00Z')]).toEqual(['UTC+1', 'UTC+2'])
  expect(isSameClock('Europe/London', 'Europe/Berlin', '2027-03-29T12:00:00Z')).toBe(false)
  expect(isSameClock('Europe/Istanbul', 'Europe/Moscow', '2027-03-29T12:00:00Z')).toBe(true)
})

test('today is the current day in the doctor’s zone', () => {
  const moment = new Date('2026-12-31T20:30:00Z')
  expect([todayIn('Europe/London', moment), todayIn('Asia/Baku', moment)]).toEqual(['2026-12-31', '2027-01-01'])
  expect([addDays('2026-12-31', 1), addDays('2028-02-28', 1), isoDay(moment, 'Asia/Tehran')]).toEqual([
    '2027-01-01',
    '2028-02-29',
    '2027-01-01',
  ])
})

test('London in winter is UTC+0 in every browser: Firefox writes GMT, Chromium GMT+0', () => {
  for (const written of ['GMT', 'GMT+0', 'UTC']) {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue([{ type: 'timeZoneName', value: written }])
    expect(offsetOf('Europe/London', '2027-01-15T12:00:00Z')).toBe('UTC+0')
  }
})

test('two names of one zone are the same, two zones that differ in summer are not', () => {
  const winter = new Date('2027-01-20T12:00:00Z')
  expect(isSameClockForAYear('Asia/Calcutta', 'Asia/Kolkata', winter)).toBe(true)
  expect(isSameClockForAYear('Europe/Paris', 'Europe/Berlin', winter)).toBe(true)
  expect(isSameClockForAYear('Africa/Cairo', 'Africa/Tripoli', winter)).toBe(false)
})

test('a zone is named by its city, with its offset at that time', () => {
  expect([zoneLabel('Africa/Cairo', 'tr', '2027-01-20'), zoneLabel('Africa/Cairo', 'tr', '2027-07-20')]).toEqual([
    'Kahire (UTC+2)',
    'Kahire (UTC+3)',
  ])
  expect([zoneLabel('UTC', 'az'), zoneLabel('Etc/GMT-3', 'az'), zoneLabel('Europe/Kiev', 'en', '2027-01-20')]).toEqual([
    'UTC',
    'UTC+3',
    'Kyiv (UTC+2)',
  ])
  // The browser does not know the zone, but it still gets a name.
  expect([zoneLabel('Mars/Olympus_Mons', 'en'), isKnownZone('Mars/Olympus_Mons')]).toEqual(['Olympus Mons', false])
})

test('every known zone has a name in every language', () => {
  for (const zone of allZones()) for (const language of LANGUAGES) expect(cityOf(zone, language)).toMatch(/^[^_/|]+$/)
  expect(allZones().length).toBeGreaterThan(300)
})

test('a browser that hides its zone is in UTC, and one that travels is soon in its new zone', () => {
  const start = performance.now()
  const clock = vi.spyOn(performance, 'now')
  const browser = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  let later = start
  const zoneAfter = (milliseconds: number, said: string) => {
    later += milliseconds
    clock.mockReturnValue(later)
    browser.mockReturnValue({ timeZone: said } as Intl.ResolvedDateTimeFormatOptions)
    return browserZone()
  }
  for (const said of ['Etc/UTC', 'GMT', 'Etc/Unknown']) expect(zoneAfter(60_000, said)).toBe('UTC')
  expect(zoneAfter(60_000, 'Africa/Cairo')).toBe('Africa/Cairo')
  expect(zoneAfter(10, 'Asia/Baku')).toBe('Africa/Cairo')
  expect(zoneAfter(60_000, 'Asia/Baku')).toBe('Asia/Baku')
  browser.mockRestore()
  clock.mockReturnValue(later + 60_000)
  browserZone()
  clock.mockRestore()
})
