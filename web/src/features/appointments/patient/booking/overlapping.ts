import type { PersonBookedFor } from '../../../../domain/people.ts'
import type { MyAppointment } from '../own-queries.ts'

const MINUTE_MS = 60_000

type Known = Pick<MyAppointment, 'status' | 'starts_at' | 'ends_at' | 'person'>

/** The first overlapping appointment of the reader or another of their people. `person` is undefined for the reader. */
export function overlapping<Each extends Known>(
  appointments: Each[],
  { starts_at }: { starts_at: string },
  minutes: number,
  person: PersonBookedFor | undefined,
): Each | undefined {
  const start = Date.parse(starts_at)
  const end = start + minutes * MINUTE_MS
  return appointments.find(
    (each) =>
      (each.status === 'pending' || each.status === 'confirmed') &&
      each.person?.id !== person?.id &&
      Date.parse(each.starts_at) < end &&
      Date.parse(each.ends_at) > start,
  )
}
