import type { Slot } from './free-times.ts'
import { isSameTime } from './own-days.ts'

/** The free slots closest to the lost one, in the order of the day. */
export function nearestTimes(slots: Slot[], lost: Slot, max = 3): Slot[] {
  const distance = ({ starts_at }: Slot) => Math.abs(Date.parse(starts_at) - Date.parse(lost.starts_at))
  return slots
    .filter((slot) => !isSameTime(slot, lost))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, max)
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
}

/** The free slots that do not overlap with another appointment of the patient. */
export function timesBeside(slots: Slot[], minutes: number, other: { startsAt: string; endsAt: string } | undefined): Slot[] {
  if (!other) return slots
  const [from, to] = [Date.parse(other.startsAt), Date.parse(other.endsAt)]
  return slots.filter(({ starts_at }) => Date.parse(starts_at) >= to || Date.parse(starts_at) + minutes * 60_000 <= from)
}
