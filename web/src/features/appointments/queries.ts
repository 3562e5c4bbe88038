// Reading appointments, as their patients and as doctors and admins do. The database decides who may see what.
import type { Status } from '../../components/status-badge.tsx'
import { unwrap } from '../../lib/errors.ts'
import { isUuid } from '../../lib/patterns.ts'
import { isAdmin, type SignedIn } from '../../lib/session.ts'
import { supabase } from '../../lib/supabase.ts'

const FIELDS =
  'id, doctor_id, appointment_date, appointment_time, starts_at, ends_at, call_started_at, timezone, session_duration, patient_complaint, notes, status, cancelled_by, cancellation_reason, previous_starts_at, rescheduled_by, reschedule_message, reschedule_count, created_at, updated_at, erased_at, doctor:doctors!inner (first_name, last_name, specialization, photo_path, timezone, cancellation_hours, session_duration, auto_confirm)'
const STAFF_FIELDS = `${FIELDS}, patient:profiles (first_name, last_name, phone, email)` as const

export type MyAppointment = Awaited<ReturnType<typeof listMyAppointments>>[number]

/** The patient's own appointments, newest first. */
export async function listMyAppointments(userId: string) {
  return unwrap(
    await supabase
      .from('appointments')
      .select(`${FIELDS}, appointment_files (id)`)
      .eq('user_id', userId)
      // One is enough to know whether there are any.
      .limit(1, { referencedTable: 'appointment_files' })
      .order('appointment_date', { ascending: false })
      .order('appointment_time', { ascending: false }),
  )
}

type StaffRow = Awaited<ReturnType<typeof readOne>>[number]

/** As doctors and admins see it. Once it is cancelled, the doctor may no longer read who the patient was. */
export type Appointment = Omit<StaffRow, 'patient'> & { patient: StaffRow['patient'] | null }

export interface AppointmentPage {
  appointments: Appointment[]
  /** How many there are, beyond this page too. */
  total: number
}

const staffRows = () => supabase.from('appointments').select(STAFF_FIELDS, { count: 'exact' })

/** Newest first. Requests that can no longer be confirmed are left out; the database closes them soon. */
export async function listPending(person: SignedIn, max: number): Promise<AppointmentPage> {
  const pending = staffRows().eq('status', 'pending').gt('starts_at', new Date().toISOString())
  // A doctor may also be a patient of somebody else, and cannot answer those requests.
  const own = isAdmin(person) ? pending : pending.eq('doctor.user_id', person.id)
  const answer = await own.order('created_at', { ascending: false }).range(0, max - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

export interface DoctorFilter {
  doctorId: string
  /** Today's date where the doctor is. */
  today: string
  part: 'coming' | 'past'
  status: Status | undefined
  max: number
}

/** Today's and later ones, the next one first; or past and cancelled ones, the latest first. */
export async function listOfDoctor({ doctorId, today, part, status, max }: DoctorFilter): Promise<AppointmentPage> {
  const own = staffRows().eq('doctor_id', doctorId)
  const chosen = status ? own.eq('status', status) : own
  const inPart =
    part === 'coming'
      ? chosen.gte('appointment_date', today).neq('status', 'cancelled')
      : chosen.or(`appointment_date.lt.${today},status.eq.cancelled`)
  const answer = await inPart.order('starts_at', { ascending: part === 'coming' }).range(0, max - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

/** Confirmed ones whose time is over, so that somebody has to say whether they took place. The oldest first. */
export async function listUnclosed(doctorId: string, max: number): Promise<AppointmentPage> {
  const answer = await staffRows()
    .eq('doctor_id', doctorId)
    .eq('status', 'confirmed')
    .lte('ends_at', new Date().toISOString())
    .order('ends_at')
    .range(0, max - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

const MAX_RECENT = 10

/** The latest ones that have begun and can have a note. */
export async function listRecent(doctorId: string): Promise<Appointment[]> {
  return unwrap(
    await supabase
      .from('appointments')
      .select(STAFF_FIELDS)
      .eq('doctor_id', doctorId)
      .neq('status', 'cancelled')
      .is('erased_at', null)
      .lte('starts_at', new Date().toISOString())
      .order('starts_at', { ascending: false })
      .limit(MAX_RECENT),
  )
}

async function readOne(doctorId: string, id: string) {
  return unwrap(await supabase.from('appointments').select(STAFF_FIELDS).eq('doctor_id', doctorId).eq('id', id))
}

/** Null if the doctor has no appointment with that id. */
export async function getAppointment(doctorId: string, id: string): Promise<Appointment | null> {
  if (!isUuid(id)) return null
  const [appointment] = await readOne(doctorId, id)
  return appointment ?? null
}

export async function countAppointments(doctorId: string, today: string) {
  const own = () => supabase.from('appointments').select('id', { count: 'exact', head: true }).eq('doctor_id', doctorId)
  const [ofToday, upcoming, total, leave] = await Promise.all([
    own().eq('appointment_date', today).neq('status', 'cancelled'),
    own().in('status', ['pending', 'confirmed']).gt('starts_at', new Date().toISOString()),
    own(),
    supabase.from('doctor_leave').select('leave_date').eq('doctor_id', doctorId).gte('leave_date', today),
  ])
  for (const answer of [ofToday, upcoming, total]) unwrap(answer)
  return {
    today: ofToday.count ?? 0,
    upcoming: upcoming.count ?? 0,
    total: total.count ?? 0,
    // There may be several leaves on one day.
    leaveDays: new Set(unwrap(leave).map(({ leave_date }) => leave_date)).size,
  }
}

interface Stats {
  total: number
  pending: number
  confirmed: number
  today: number
}

export async function getStats() {
  return unwrap(await supabase.rpc('get_dashboard_stats')) as unknown as Stats
}
