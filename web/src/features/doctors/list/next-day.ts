import type { NextSlot } from '../../../domain/next-slots.ts'
import { browserClock } from '../../../lib/time/zones.ts'

interface Clock {
  isoDay: string
  clock: string
}

/** Returns the day and the time of a slot on one of the clocks. */
export type ClockOf = (slot: NextSlot) => Clock

export const readersClock: ClockOf = ({ starts_at }) => browserClock(starts_at)

/** The clock of the stored slot, which is the doctor's. The server knows no other clock. */
export const storedClock: ClockOf = ({ appointment_date: isoDay, appointment_time: clock }) => ({ isoDay, clock })

/** The first day with free times in the future, on that clock, with its times. */
export function nextDay(slots: NextSlot[], now: Date, clockOf: ClockOf) {
  const ahead = slots.filter(({ starts_at }) => new Date(starts_at) > now)
  const [first] = ahead
  if (!first) return undefined
  const dayOf = (slot: NextSlot) => clockOf(slot).isoDay
  const day = dayOf(first)
  return { day, slots: ahead.filter((slot) => dayOf(slot) === day) }
}

/** Whether this clock shows the same day and time as the doctor's. */
export function isDoctorsClock(slot: NextSlot, clockOf: ClockOf) {
  const [own, doctors] = [clockOf(slot), storedClock(slot)]
  return own.isoDay === doctors.isoDay && own.clock === doctors.clock
}
