import { shownStatus } from '../../../../domain/status-badge.tsx'
import type { MyAppointment } from '../own-queries.ts'
import { isOpen } from './cancellation.ts'

/** Whether an appointment is still to come or in progress. */
export const isUpcoming = (appointment: MyAppointment, now: Date) =>
  isOpen({ status: shownStatus(appointment, now) }) && new Date(appointment.ends_at) > now
