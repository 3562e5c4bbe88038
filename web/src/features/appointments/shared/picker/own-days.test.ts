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

test('maps a day of the reader to one or two days of the doctor, depending on the time zones', () => {
  expect(doctorsDays('2026-11-17', '2026-11-17', SAME)).toEqual(['2026-11-17', '2026-11-17'])
  expect(doctorsDays('2026-11-17', '2026-11-17', LOS_ANGELES)).toEqual(['2026-11-17', '2026-11-18'])
  expect(doctorsDays('2026-11-17', '2026-11-23', TOKYO)).toEqual(['2026-11-16', '2026-11-23'])
})

test('maps the reader’s day of every slot back to a range that contains the doctor’s day', () => {
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

test('days are the same only if both clocks agree throughout the coming weeks', () => {
  expect(haveSameDays(SAME, '2026-11-17')).toBe(true)
  expect(haveSameDays(readerIn('Asia/Riyadh'), '2026-11-17')).toBe(true)
  expect(haveSameDays(BAKU, '2026-11-17')).toBe(false)
  // Athens has the same time as Istanbul only in summer. Its clocks change on 25 October.
  expect(haveSameDays(readerIn('Europe/Athens'), '2026-07-01')).toBe(true)
  expect(haveSameDays(readerIn('Europe/Athens'), '2026-10-10')).toBe(false)
})

test('treats slots as equal even if their instants are written differently', () => {
  const slot = at('2026-11-18', '10:00')
  expect(isSameTime(slot, { ...slot, starts_at: '2026-11-18T07:00:00+00:00' })).toBe(true)
  expect(isSameTime(slot, at('2026-11-19', '10:00'))).toBe(false)
  expect(isSameTime(slot, undefined)).toBe(false)
})

const TIMES = [at('2026-11-18', '09:00'), at('2026-11-18', '16:00'), at('2026-11-20', '09:00')]
const timesOf = (day: string) => TIMES.filter(({ appointment_date }) => appointment_date === day)
const next = (after: string, zones: typeof LOS_ANGELES, known = timesOf as (day: string) => typeof TIMES | undefined) =>
  nextFreeDay(after, ['2026-11-18', '2026-11-20'], known, zones)

test('finds the reader’s next free day from the remaining slots of the doctor’s days', () => {
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

test('returns the doctor’s day whose slots are not known yet', () => {
  expect(next('2026-11-16', LOS_ANGELES, () => undefined)).toEqual({ missing: '2026-11-18' })
  // The only free slot of the 18th in Istanbul is on the 17th in Los Angeles.
  const onlyMorning = (day: string) => (day === '2026-11-18' ? TIMES.slice(0, 1) : undefined)
  expect(next('2026-11-17', LOS_ANGELES, onlyMorning)).toEqual({ missing: '2026-11-20' })
})
