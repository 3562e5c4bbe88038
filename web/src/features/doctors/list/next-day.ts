import type { NextSlot } from '../../../domain/next-slots.ts'
import { browserClock } from '../../../lib/time/zones.ts'

/** The first day with free times that are still to come, on the reader's calendar, and its times. */
export function nextDay(slots: NextSlot[], now: Date, clockOf = browserClock) {
  const ahead = slots.filter(({ starts_at }) => new Date(starts_at) > now)
  const [first] = ahead
  if (!first) return undefined
  const dayOf = ({ starts_at }: NextSlot) => clockOf(starts_at).isoDay
  const day = dayOf(first)
  return { day, slots: ahead.filter((slot) => dayOf(slot) === day) }
}

/** Whether the doctor's clock, on which the slot is stored, shows the same day and time as the reader's. */
export function isOnOwnClock({ starts_at, appointment_date, appointment_time }: NextSlot, clockOf = browserClock) {
  const own = clockOf(starts_at)
  return own.isoDay === appointment_date && own.clock === appointment_time
}
