import { expect, test } from 'vitest'
import { instantOf } from '../../../../lib/time/zones.ts'
import { doctorsDays, haveSameDays, isSameTime, nextFreeDay, ownDayOf } from './own-days.ts'

const ISTANBUL = 'Europe/Istanbul'
const readerIn = (ownZone: string) => ({ timezone: ISTANBUL, ownZone })
const [LOS_ANGELES, TOKYO, BAKU, SAME] = [
  readerIn('America/Los_Angeles'),
  readerIn('Asia/Tokyo'),
  readerIn('Asia/Baku'),
  readerIn(ISTANBUL),
] as const

const at = (day: string, time: string) => ({ appointment_date: day, appointment_time: time, starts_at: instantOf(day, time, ISTANBUL) })

test('a day of the reader reaches into two of the doctor’s, on the side where the clocks differ', () => {
  expect(doctorsDays('2026-11-17', '2026-11-17', SAME)).toEqual(['2026-11-17', '2026-11-17'])
  expect(doctorsDays('2026-11-17', '2026-11-17', LOS_ANGELES)).toEqual(['2026-11-17', '2026-11-18'])
  expect(doctorsDays('2026-11-17', '2026-11-23', TOKYO)).toEqual(['2026-11-16', '2026-11-23'])
})

test('every time of the doctor is on exactly one day of the reader, and that day reaches into the doctor’s', () => {
  for (const zones of [LOS_ANGELES, TOKYO, BAKU]) {
    for (const time of ['00:00', '00:30', '09:00', '17:45', '23:45']) {
      const own = ownDayOf(at('2026-11-18', time), zones.ownZone)
      const reached = ['2026-11-17', '2026-11-18', '2026-11-19'].filter((day) => {
        const [from, to] = doctorsDays(day, day, zones)
        return from <= '2026-11-18' && to >= '2026-11-18'
      })
      expect(reached).toContain(own)
    }
  }
})

test('days are the same where the clocks are, throughout the weeks to come', () => {
  expect(haveSameDays(SAME, '2026-11-17')).toBe(true)
  expect(haveSameDays(readerIn('Asia/Riyadh'), '2026-11-17')).toBe(true)
  expect(haveSameDays(BAKU, '2026-11-17')).toBe(false)
  // Athens has Istanbul's time in summer only, and its clocks change on 25 October.
  expect(haveSameDays(readerIn('Europe/Athens'), '2026-07-01')).toBe(true)
  expect(haveSameDays(readerIn('Europe/Athens'), '2026-10-10')).toBe(false)
})

test('a time is the same whatever its instant is spelled like', () => {
  const slot = at('2026-11-18', '10:00')
  expect(isSameTime(slot, { ...slot, starts_at: '2026-11-18T07:00:00+00:00' })).toBe(true)
  expect(isSameTime(slot, at('2026-11-19', '10:00'))).toBe(false)
  expect(isSameTime(slot, undefined)).toBe(false)
})

const TIMES = [at('2026-11-18', '09:00'), at('2026-11-18', '16:00'), at('2026-11-20', '09:00')]
const timesOf = (day: string) => TIMES.filter(({ appointment_date }) => appointment_date === day)
const next = (after: string, zones: typeof LOS_ANGELES, known = timesOf as (day: string) => typeof TIMES | undefined) =>
  nextFreeDay(after, ['2026-11-18', '2026-11-20'], known, zones)

test('the next free day is the reader’s, of what is left of the doctor’s', () => {
  // 09:00 on the 18th in Istanbul is 22:00 on the 17th in Los Angeles.
  expect(next('2026-11-16', LOS_ANGELES)).toEqual({ day: '2026-11-17' })
  expect(next('2026-11-17', LOS_ANGELES)).toEqual({ day: '2026-11-18' })
  expect(next('2026-11-18', LOS_ANGELES)).toEqual({ day: '2026-11-19' })
  expect(next('2026-11-19', LOS_ANGELES)).toEqual({})
  // 16:00 on the 18th in Istanbul is 22:00 in Tokyo.
  expect(next('2026-11-17', TOKYO)).toEqual({ day: '2026-11-18' })
  expect(next('2026-11-18', TOKYO)).toEqual({ day: '2026-11-20' })
  expect(next('2026-11-17', SAME)).toEqual({ day: '2026-11-18' })
})

test('the doctor’s day whose times are not known is named', () => {
  expect(next('2026-11-16', LOS_ANGELES, () => undefined)).toEqual({ missing: '2026-11-18' })
  // All that is free on the 18th in Istanbul is still the 17th in Los Angeles.
  const onlyMorning = (day: string) => (day === '2026-11-18' ? TIMES.slice(0, 1) : undefined)
  expect(next('2026-11-17', LOS_ANGELES, onlyMorning)).toEqual({ missing: '2026-11-20' })
})
