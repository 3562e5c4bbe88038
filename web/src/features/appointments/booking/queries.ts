// Doctors, their free days and times, and booking one.
import { AppError, type ErrorTexts, unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import { addDays } from '../../../lib/zones.ts'

export type Doctor = Awaited<ReturnType<typeof listDoctors>>[number]

export interface Slot {
  appointment_time: string
  starts_at: string
}

/** As many days as the page looks ahead. */
export const DAYS_AHEAD = 28

export async function listDoctors() {
  return unwrap(
    await supabase
      .from('doctors')
      .select('id, first_name, last_name, specialization, bio, timezone, session_duration')
      .eq('available', true)
      .order('first_name'),
  )
}

export async function getFreeDays(doctorId: string, from: string) {
  return unwrap(await supabase.rpc('get_available_days', { doctor_id: doctorId, from_date: from, to_date: addDays(from, DAYS_AHEAD - 1) }))
}

export async function getFreeTimes(doctorId: string, day: string): Promise<Slot[]> {
  return unwrap(await supabase.rpc('get_available_slots', { doctor_id: doctorId, on_date: day }))
}

export interface Booking {
  /** Made by the page: sent twice because an answer was lost, it is booked once. */
  id: string
  user_id: string
  doctor_id: string
  appointment_date: string
  appointment_time: string
  patient_complaint: string
}

export async function bookAppointment(booking: Booking) {
  try {
    unwrap(await supabase.from('appointments').insert({ ...booking, status: 'pending' }))
  } catch (error) {
    // In the way of itself, or its answer was lost.
    const isConflict = error instanceof AppError && ['23505', '23P01'].includes(error.reason)
    if (!(isConflict || isUnanswered(error)) || !(await isBooked(booking.id))) throw error
  }
  // The mails are recorded with the booking and would go out by themselves; this only hurries them, and the server logs what fails.
  void supabase.functions.invoke('send-appointment-notification', {
    body: { type: 'appointment_created', appointment: { id: booking.id } },
  })
}

async function isBooked(id: string) {
  const { data } = await supabase.from('appointments').select('id').eq('id', id).maybeSingle()
  return data !== null
}

export const BOOKING_ERRORS: ErrorTexts = {
  '23505': 'booking.taken',
  '23P01': 'booking.conflict',
  appointments_patient_is_free: 'booking.ownConflict',
  slot_not_offered: 'booking.notOffered',
  too_many_open_appointments: 'booking.tooManyOpen',
  too_many_bookings: 'booking.tooManyBookings',
  '23514': 'booking.complaintRequired',
}

/** Nobody knows whether it arrived: the same may be sent again. */
export const isUnanswered = (error: unknown) => error instanceof AppError && ['unreachable', 'failed'].includes(error.reason)

/** Somebody was quicker, or the doctor's hours changed: another time will do. */
export const isAboutTheTime = (error: unknown) => error instanceof AppError && ['23505', '23P01', 'slot_not_offered'].includes(error.reason)

/** The patient's own appointment that is in the way, where the database has named it. */
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
