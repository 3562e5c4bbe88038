import type { NextSlot } from '../../../lib/next-slots.ts'
import { isoDay } from '../../../lib/zones.ts'

/** The first day with free times that are still to come, on the reader's calendar, and its times. */
export function nextDay(slots: NextSlot[], zone: string, now: Date) {
  const ahead = slots.filter(({ starts_at }) => new Date(starts_at) > now)
  const [first] = ahead
  if (!first) return undefined
  const day = isoDay(first.starts_at, zone)
  return { day, slots: ahead.filter(({ starts_at }) => isoDay(starts_at, zone) === day) }
}
