// Maps the reader's days to the doctor's. In different time zones, a day of the reader has slots of two of the doctor's days.
import { addDays, instantOf, isoDay, isSameClock } from '../../../../lib/time/zones.ts'
import { WEEKS, weekStart } from './weeks.ts'

export interface Slot {
  /** Day and time are in the doctor's time zone, as they are stored. */
  appointment_date: string
  appointment_time: string
  starts_at: string
}

/** The time zones of the doctor and the reader. */
export interface Zones {
  timezone: string
  ownZone: string
}

/** The first and the last of the doctor's days that overlap with the reader's days from `first` to `last`. */
export function doctorsDays(first: string, last: string, { timezone, ownZone }: Zones): [string, string] {
  if (timezone === ownZone) return [first, last]
  const end = Date.parse(instantOf(addDays(last, 1), '00:00', ownZone)) - 1
  return [isoDay(instantOf(first, '00:00', ownZone), timezone), isoDay(new Date(end), timezone)]
}

/** Whether days are the same for both throughout the weeks that the picker shows. */
export function haveSameDays({ timezone, ownZone }: Zones, today: string) {
  const weeks = Array.from({ length: WEEKS + 1 }, (_, week) => `${weekStart(week, today)}T12:00:00Z`)
  return timezone === ownZone || weeks.every((at) => isSameClock(timezone, ownZone, at))
}

/** Does not compare the instants, which can be written in several ways. */
export const isSameTime = (one: Slot, other: Slot | undefined) =>
  one.appointment_date === other?.appointment_date && one.appointment_time === other.appointment_time

/** The reader's day of a slot. */
export const ownDayOf = ({ starts_at }: Slot, ownZone: string) => isoDay(starts_at, ownZone)

/**
 * The reader's first day after `after` with a free slot. `freeDays` are the doctor's, in order, and `timesOf` returns the slots of one
 * of them, if known. If the result depends on unknown slots, `missing` is the doctor's day to fetch.
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
