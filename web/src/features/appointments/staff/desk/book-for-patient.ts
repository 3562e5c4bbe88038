// Finding patients and booking for them. The database gives doctors only patients whom they may see.

import { supabase } from '../../../../lib/data/supabase.ts'
import { AppError, type ErrorTexts, unwrap } from '../../../../lib/errors.ts'
import { isUnanswered } from '../../shared/booking-errors.ts'
import { sendMailNow } from '../../shared/changes.ts'

export interface FoundPatient {
  /** The account, or for doctors the invitation of somebody who has no appointment with them yet. */
  user_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  email: string | null
  /** The patient has said in which time zone they read times. */
  has_timezone: boolean
  language: string
}

/** The same limits as in the database. */
export const MIN_TERM = 3
export const MAX_TERM = 100

export async function findPatients(term: string, signal: AbortSignal): Promise<FoundPatient[]> {
  return unwrap(await supabase.rpc('find_patients', { term }).abortSignal(signal))
}

export const nameOf = ({ first_name, last_name }: Pick<FoundPatient, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ')

interface BookingForPatient {
  patientId: string
  doctorId: string
  day: string
  time: string
  complaint: string
  /** Where the patient has not said it yet. */
  timezone?: string
  language?: string
}

/** The id of the appointment. */
export async function bookForPatient({ patientId, doctorId, day, time, complaint, ...asked }: BookingForPatient): Promise<string> {
  const id = await bookOrFindBooked()
  sendMailNow('appointment_confirmed', id)
  return id

  async function bookOrFindBooked() {
    try {
      const booking = { patient_id: patientId, doctor_id: doctorId, on_date: day, at_time: time, complaint, ...asked }
      return unwrap(await supabase.rpc('book_for_patient', booking)).id
    } catch (error) {
      // Perhaps only the answer to an earlier request was lost, and this one conflicts with what that one booked.
      const isTaken = error instanceof AppError && ['23505', '23P01'].includes(error.reason)
      const known = isTaken || isUnanswered(error) ? await findBooked() : null
      if (!known) throw error
      return known.id
    }
  }

  async function findBooked() {
    // Without the patient, whom perhaps only an invitation names: a doctor has one appointment at a time.
    const booked = { doctor_id: doctorId, appointment_date: day, appointment_time: time, status: 'confirmed' as const }
    const { data } = await supabase.from('appointments').select('id').match(booked).eq('patient_complaint', complaint).maybeSingle()
    return data
  }
}

export const BOOK_ERRORS: ErrorTexts = {
  '23505': 'desk.taken',
  '23P01': 'desk.taken',
  appointments_patient_is_free: 'desk.patientBusy',
  slot_not_offered: 'desk.notPossible',
  patient_not_found: 'desk.patientGone',
  patient_has_account: 'desk.patientHasAccount',
  too_many_bookings: 'desk.tooMany',
  '23514': 'desk.complaintMissing',
}
