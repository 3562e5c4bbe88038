import { canHaveNote } from '../../shared/changes.ts'
import type { Appointment } from '../queries.ts'

/** A request that nobody answered needs no note. */
export const isNoteMissing = (appointment: Pick<Appointment, 'status' | 'erased_at' | 'notes'>) =>
  !appointment.notes && canHaveNote(appointment) && appointment.status !== 'pending'
