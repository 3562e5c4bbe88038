// Why a time could not be booked.
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

/** As staff read it: the other appointment is not theirs, and whom it is with is not said. */
export const STAFF_BOOKING_ERRORS: ErrorTexts = { ...BOOKING_ERRORS, appointments_patient_is_free: 'booking.patientBusy' }

/** Nobody knows whether the request arrived, so the same one may be sent again. */
export const isUnanswered = (error: unknown) => error instanceof AppError && ['unreachable', 'failed'].includes(error.reason)

/** For oneself it cannot happen: the right to act for the patient has ended. */
export const isNotAllowed = (error: unknown) => error instanceof AppError && error.reason === '42501'

/** The type was switched off meanwhile, or is not for this patient. */
export const isTypeNotOffered = (error: unknown) => error instanceof AppError && error.reason === 'type_not_offered'

/** What it costs now, if the fee that was seen is not that any more. */
export function changedFeeOf(error: unknown): Fee | undefined {
  if (!(error instanceof AppError) || error.reason !== 'fee_changed') return undefined
  const { fee_minor, currency } = error.facts
  return typeof fee_minor === 'number' ? { fee_minor, currency: String(currency) } : { fee_minor: null, currency: null }
}

/** Somebody else was quicker, or the doctor's hours have changed: another time can still be booked. */
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
