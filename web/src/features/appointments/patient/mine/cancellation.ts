import type { ShownStatus } from '../../../../domain/status-badge.tsx'
import type { MyAppointment } from '../own-queries.ts'

type Cancellable = Pick<MyAppointment, 'status' | 'starts_at'> & { doctor: Pick<MyAppointment['doctor'], 'cancellation_hours'> }

const HOUR_MS = 3_600_000

export const isOpen = ({ status }: { status: ShownStatus }) => status === 'pending' || status === 'confirmed'

/** Until when the patient can cancel. Undefined if there is no limit. Only informs the patient: the database enforces it. */
export function cancellableUntil({ status, starts_at, doctor }: Cancellable): Date | undefined {
  return status === 'confirmed' ? new Date(Date.parse(starts_at) - doctor.cancellation_hours * HOUR_MS) : undefined
}

export function isTooLate(appointment: Cancellable, now = new Date()) {
  const until = cancellableUntil(appointment)
  return until !== undefined && now > until
}
