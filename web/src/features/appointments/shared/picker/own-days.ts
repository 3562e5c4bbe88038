// The reader's days and the doctor's. Where their clocks differ, a day of the reader has times of two days of the doctor.
import { addDays, instantOf, isoDay, isSameClock } from '../../../../lib/time/zones.ts'
import { WEEKS, weekStart } from './weeks.ts'

export interface Slot {
  /** With the time, where the doctor is: this is what is stored. */
  appointment_date: string
  appointment_time: string
  starts_at: string
}

/** The doctor's zone and the reader's. */
export interface Zones {
  timezone: string
  ownZone: string
}

/** The first and the last of the doctor's days that the reader's days from `first` to `last` reach into. */
export function doctorsDays(first: string, last: string, { timezone, ownZone }: Zones): [string, string] {
  if (timezone === ownZone) return [first, last]
  const end = Date.parse(instantOf(addDays(last, 1), '00:00', ownZone)) - 1
  return [isoDay(instantOf(first, '00:00', ownZone), timezone), isoDay(new Date(end), timezone)]
}

/** Whether a day is the same for both throughout the weeks that can be looked through. */
export function haveSameDays({ timezone, ownZone }: Zones, today: string) {
  const weeks = Array.from({ length: WEEKS + 1 }, (_, week) => `${weekStart(week, today)}T12:00:00Z`)
  return timezone === ownZone || weeks.every((at) => isSameClock(timezone, ownZone, at))
}

/** Not by the instant, which has several spellings. */
export const isSameTime = (one: Slot, other: Slot | undefined) =>
  one.appointment_date === other?.appointment_date && one.appointment_time === other.appointment_time

/** The day of the reader on which a time is. */
export const ownDayOf = ({ starts_at }: Slot, ownZone: string) => isoDay(starts_at, ownZone)

/**
 * The reader's first day after `after` with a free time. `freeDays` are the doctor's, in their order, and `timesOf` has the times of one
 * of them, if they are known. Where the answer depends on unknown ones, `missing` is the doctor's day to ask for.
 */
export function nextFreeDay(
  after: string,
  freeDays: string[],
  timesOf: (doctorsDay: string) => Slot[] | undefined,
  zones: Zones,
): { day?: string | undefined; missing?: string } {
  const [, edge] = doctorsDays(after, after, zones)
  for (const doctorsDay of freeDays.filter((each) => each >= edge)) {
    const times = timesOf(doctorsDay)
    if (!times) return { missing: doctorsDay }
    const later = times.find((slot) => ownDayOf(slot, zones.ownZone) > after)
    if (later) return { day: ownDayOf(later, zones.ownZone) }
  }
  return {}
}
