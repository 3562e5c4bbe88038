// The time of an appointment in two time zones. Patients read their own time first, staff the doctor's.
import { formatDay } from './dates.ts'
import type { TextKey, Values } from './i18n.tsx'
import type { Language } from './languages.ts'
import { cityOf, clockIn, isoDay } from './zones.ts'

export interface Moment {
  starts_at: string
  /** The doctor's time zone. */
  timezone: string
}

export interface Reader {
  is: 'patient' | 'staff'
  zone: string
}

interface I18n {
  t: (key: TextKey, values?: Values) => string
  language: Language
}

export interface Clocks {
  /** The day in the first zone, such as '2026-11-15'. */
  day: string
  /** The time in the first zone: '11:00 Paris'. */
  clock: string
  /** The time in the second zone, with the day if it differs. Undefined if it says nothing new. */
  other: string | undefined
}

export function clocksOf({ starts_at, timezone }: Moment, reader: Reader, { t, language }: I18n): Clocks {
  const [first, second] = reader.is === 'patient' ? [reader.zone, timezone] : [timezone, reader.zone]
  const nameOf = (zone: string) => cityOf(zone, language)
  const [day, otherDay] = [isoDay(starts_at, first), isoDay(starts_at, second)]
  const [time, otherTime] = [clockIn(starts_at, first), clockIn(starts_at, second)]
  const isSameClock = day === otherDay && time === otherTime
  // Patients always read the city of the doctor's time; staff know their own.
  const isNew = !isSameClock || (reader.is === 'patient' && nameOf(first) !== nameOf(second))
  const inZone = (shown: string, zone: string) => t('appointments.clock', { time: shown, city: nameOf(zone) })
  const otherShown = reader.is === 'patient' ? inZone(otherTime, second) : otherTime
  return {
    day,
    clock: inZone(time, first),
    other: isNew ? (day === otherDay ? otherShown : `${formatDay(otherDay, language, 'short')} ${otherShown}`) : undefined,
  }
}

/** Both times within a sentence: '11:00 Paris, doctor’s time 14:00 Baku'. */
export function clocksInWords({ clock, other }: Clocks, reader: Reader, { t, language }: I18n) {
  if (!other) return clock
  const second = t(reader.is === 'patient' ? 'booking.doctorsTime' : 'booking.yourTime', { time: other })
  return `${clock}${language === 'ar' ? '، ' : ', '}${second}`
}
