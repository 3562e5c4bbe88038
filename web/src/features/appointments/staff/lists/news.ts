import type { Appointment } from '../queries.ts'

type Told = Pick<Appointment, 'status' | 'cancelled_by' | 'rescheduled_by'>

/** The last change, if the patient made it. */
export function newsOf({ status, cancelled_by, rescheduled_by }: Told) {
  if (status === 'cancelled') return cancelled_by === 'patient' ? 'cancelled' : undefined
  if (status !== 'pending') return undefined
  if (rescheduled_by === null) return 'requested'
  return rescheduled_by === 'patient' ? 'moved' : undefined
}
