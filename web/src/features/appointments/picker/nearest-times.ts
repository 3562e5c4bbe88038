import type { Slot } from './free-times.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The free times closest to one that is gone, in the order of the day. */
export function nearestTimes(slots: Slot[], gone: string, most = 3): Slot[] {
  const distance = ({ appointment_time }: Slot) => Math.abs(minutesOf(appointment_time) - minutesOf(gone))
  return slots
    .filter(({ appointment_time }) => appointment_time !== gone)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, most)
    .toSorted((one, other) => one.appointment_time.localeCompare(other.appointment_time))
}

/** Without those that would overlap with something else the patient has. */
export function timesBeside(slots: Slot[], minutes: number, other: { startsAt: string; endsAt: string } | undefined): Slot[] {
  if (!other) return slots
  const [from, to] = [Date.parse(other.startsAt), Date.parse(other.endsAt)]
  return slots.filter(({ starts_at }) => Date.parse(starts_at) >= to || Date.parse(starts_at) + minutes * 60_000 <= from)
}
