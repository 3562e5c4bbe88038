import type { Slot } from './free-times.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The free times closest to one that is no longer free, in the order of the day. */
export function nearestTimes(slots: Slot[], lost: string, max = 3): Slot[] {
  const distance = ({ appointment_time }: Slot) => Math.abs(minutesOf(appointment_time) - minutesOf(lost))
  return slots
    .filter(({ appointment_time }) => appointment_time !== lost)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, max)
    .toSorted((one, other) => one.appointment_time.localeCompare(other.appointment_time))
}

/** The free times that do not overlap with another appointment of the patient. */
export function timesBeside(slots: Slot[], minutes: number, other: { startsAt: string; endsAt: string } | undefined): Slot[] {
  if (!other) return slots
  const [from, to] = [Date.parse(other.startsAt), Date.parse(other.endsAt)]
  return slots.filter(({ starts_at }) => Date.parse(starts_at) >= to || Date.parse(starts_at) + minutes * 60_000 <= from)
}
