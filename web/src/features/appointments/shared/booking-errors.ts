// Errors of booking a slot.
import type { Fee } from '../../../domain/appointment-types.ts'
import { AppError, type ErrorTexts } from '../../../lib/errors.ts'

export const BOOKING_ERRORS: ErrorTexts = {
  '23505': 'booking.taken',
  '23P01': 'booking.conflict',
  appointments_patient_is_free: 'booking.ownConflict',
  slot_not_offered: 'booking.notOffered',
  too_many_open_appointments: 'booking.tooManyOpen',
  too_many_bookings: 'booking.tooManyBookings',
  too_many_new_bookings: 'booking.tooManyNewBookings',
  '23514': 'booking.complaintRequired',
  fee_changed: 'booking.feeChanged',
  type_not_offered: 'booking.typeNotOffered',
}

/** The texts for staff. The conflicting appointment is not theirs, so its doctor is not named. */
export const STAFF_BOOKING_ERRORS: ErrorTexts = { ...BOOKING_ERRORS, appointments_patient_is_free: 'booking.patientBusy' }

/** Whether it is unknown if the request arrived, so that the same one may be retried. */
export const isUnanswered = (error: unknown) => error instanceof AppError && ['unreachable', 'failed'].includes(error.reason)

/** Whether the right to act for the patient has ended. Cannot happen when users book for themselves. */
export const isNotAllowed = (error: unknown) => error instanceof AppError && error.reason === '42501'

/** Whether the type was deactivated meanwhile or is not for this patient. */
export const isTypeNotOffered = (error: unknown) => error instanceof AppError && error.reason === 'type_not_offered'

/** The current fee, if it differs from the one that the patient saw. */
export function changedFeeOf(error: unknown): Fee | undefined {
  if (!(error instanceof AppError) || error.reason !== 'fee_changed') return undefined
  const { fee_minor, currency } = error.facts
  return typeof fee_minor === 'number' ? { fee_minor, currency: String(currency) } : { fee_minor: null, currency: null }
}

/** Whether another slot could be booked: somebody else was quicker, or the doctor's hours have changed. */
export const isAboutTheTime = (error: unknown) => error instanceof AppError && ['23505', '23P01', 'slot_not_offered'].includes(error.reason)

/** The patient's own appointment at the same time, if the database has named it. */
export function ownConflictOf(error: unknown) {
  if (!(error instanceof AppError) || error.constraint !== 'appointments_patient_is_free') return undefined
  const { starts_at, ends_at, doctor_first_name, doctor_last_name } = error.facts
  if (starts_at === undefined || ends_at === undefined) return undefined
  return {
    startsAt: String(starts_at),
    endsAt: String(ends_at),
    doctor: { first: String(doctor_first_name), last: String(doctor_last_name) },
  }
}
