// Finds patients and books for them. The database returns to doctors only patients whom they may see.
import type { Guardian } from '../../../../domain/guardians.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { AppError, type ErrorTexts, unwrap } from '../../../../lib/errors.ts'
import { isUnanswered } from '../../shared/booking-errors.ts'
import { sendMailNow } from '../../shared/changes.ts'

export interface FoundPatient {
  /** The account's id. For doctors, the invitation's id if the person has no appointment with them yet. */
  user_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  email: string | null
  /** Whether the patient has set a time zone. */
  has_timezone: boolean
  language: string
  has_account: boolean
  guardians: Guardian[] | null
}

/** The same limits as in the database. */
export const MIN_TERM = 3
export const MAX_TERM = 100

export async function findPatients(term: string, signal: AbortSignal): Promise<FoundPatient[]> {
  const found = unwrap(await supabase.rpc('find_patients', { term }).abortSignal(signal))
  return found.map((each) => ({ ...each, guardians: each.guardians as unknown as Guardian[] | null }))
}

/** The same limits as in the database. */
export const MAX_CALLER_NAME = 100
export const MAX_PHONE = 40

/** The last digits of a number, which are the same with a country code, a leading zero or neither. Empty if it is not a number yet. */
export function digitsToCompare(phone: string) {
  const digits = phone.replaceAll(/\D/g, '')
  return digits.length < 7 ? '' : digits.slice(-9)
}

interface Caller {
  first_name: string
  last_name: string
  phone: string
  language: string
}

/** Creates a patient without an account and without a guardian. */
export async function addCaller(patient: Caller): Promise<FoundPatient> {
  const user_id = unwrap(await supabase.rpc('create_patient_by_staff', { patient: { ...patient } }))
  return { user_id, ...patient, email: null, has_timezone: false, has_account: false, guardians: null }
}

export const foundPatientName = ({ first_name, last_name }: Pick<FoundPatient, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ')

interface BookingForPatient {
  patientId: string
  doctorId: string
  day: string
  time: string
  complaint: string
  /** The appointment type, if the doctor offers types. */
  type_id?: string
  /** Set if the patient has not set a time zone yet. */
  timezone?: string
  language?: string
}

/** Returns the id of the appointment. */
export async function bookForPatient({ patientId, doctorId, day, time, complaint, ...asked }: BookingForPatient): Promise<string> {
  const id = await bookOrFindBooked()
  // The mail goes to the doctor too, even if the patient has no account.
  sendMailNow('appointment_confirmed', id)
  return id

  async function bookOrFindBooked() {
    try {
      const booking = { patient_id: patientId, doctor_id: doctorId, on_date: day, at_time: time, complaint, ...asked }
      return unwrap(await supabase.rpc('book_for_patient', booking)).id
    } catch (error) {
      // An earlier request may have succeeded although its response was lost. This request then conflicts with that booking.
      const isTaken = error instanceof AppError && ['23505', '23P01'].includes(error.reason)
      const known = isTaken || isUnanswered(error) ? await findBooked() : null
      if (!known) throw error
      return known.id
    }
  }

  async function findBooked() {
    // Does not match the patient, who may only have an invitation. Doctor and time suffice, because a doctor has one appointment at a time.
    const booked = { doctor_id: doctorId, appointment_date: day, appointment_time: time, status: 'confirmed' as const }
    const { data } = await supabase.from('appointments').select('id').match(booked).eq('patient_complaint', complaint).maybeSingle()
    return data
  }
}

export const BOOK_ERRORS: ErrorTexts = {
  '23505': 'desk.taken',
  '23P01': 'desk.taken',
  appointments_patient_is_free: 'booking.patientBusy',
  slot_not_offered: 'desk.notPossible',
  patient_not_found: 'desk.patientGone',
  patient_has_account: 'desk.patientHasAccount',
  too_many_bookings: 'desk.tooMany',
  type_not_offered: 'desk.typeGone',
  '23514': 'desk.complaintMissing',
}
