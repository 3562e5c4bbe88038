// The time of an appointment in two time zones. Patients read their own time first, staff the doctor's.

import type { TextKey, Values } from '../i18n.tsx'
import { type Language, listOf } from '../languages.ts'
import { formatDay } from './dates.ts'
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

interface Clock {
  owner: 'reader' | 'doctor'
  city: string
  /** A day such as '2026-11-15'. */
  day: string
  /** A time such as '14:00'. */
  time: string
}

/** Both clocks, with the reader's first choice in front. */
export function bothClocks({ starts_at, timezone }: Moment, reader: Reader, language: Language): [Clock, Clock] {
  const clock = (zone: string, owner: Clock['owner']): Clock => ({
    owner,
    city: cityOf(zone, language),
    day: isoDay(starts_at, zone),
    time: clockIn(starts_at, zone),
  })
  const [own, doctors] = [clock(reader.zone, 'reader'), clock(timezone, 'doctor')]
  return reader.is === 'patient' ? [own, doctors] : [doctors, own]
}

export const showSameTime = (one: Clock, other: Clock) => one.day === other.day && one.time === other.time

export interface Clocks {
  /** The day in the first zone, such as '2026-11-15'. */
  day: string
  /** The time in the first zone: '11:00 Paris'. */
  clock: string
  /** The time in the second zone, with the day if it differs. Undefined if it adds nothing. */
  other: string | undefined
}

export function clocksOf(moment: Moment, reader: Reader, { t, language }: I18n): Clocks {
  const [first, second] = bothClocks(moment, reader, language)
  // Patients always read the city of the doctor's time. Staff know their own city.
  const isNew = !showSameTime(first, second) || (reader.is === 'patient' && first.city !== second.city)
  const inZone = ({ time, city }: Clock) => t('appointments.clock', { time, city })
  const otherShown = reader.is === 'patient' ? inZone(second) : second.time
  return {
    day: first.day,
    clock: inZone(first),
    other: isNew ? (first.day === second.day ? otherShown : `${formatDay(second.day, language, 'short')} ${otherShown}`) : undefined,
  }
}

/** Both times within a sentence: '11:00 Paris, doctor’s time 14:00 Baku'. */
export function clocksInWords({ clock, other }: Clocks, reader: Reader, { t, language }: I18n) {
  if (!other) return clock
  const second = t(reader.is === 'patient' ? 'booking.doctorsTime' : 'booking.yourTime', { time: other })
  return listOf([clock, second], language)
}
