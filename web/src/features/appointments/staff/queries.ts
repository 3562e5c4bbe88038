// Appointments, as those see them who answer them. What each may see and change the database decides.
import type { Status } from '../../../components/status-badge.tsx'
import { unwrap } from '../../../lib/errors.ts'
import { isAdmin, type SignedIn } from '../../../lib/session.ts'
import { supabase } from '../../../lib/supabase.ts'

const FIELDS =
  'id, appointment_date, appointment_time, starts_at, ends_at, call_started_at, timezone, patient_complaint, notes, status, cancelled_by, cancellation_reason, created_at, erased_at, patient:profiles (first_name, last_name, phone, email), doctor:doctors!inner (first_name, last_name, specialization)'

type Row = Awaited<ReturnType<typeof readOne>>[number]

/** Of whose appointment was cancelled a doctor sees no more than the appointment. */
export type Appointment = Omit<Row, 'patient'> & { patient: Row['patient'] | null }

export interface AppointmentPage {
  appointments: Appointment[]
  /** How many there are beyond this page too. */
  total: number
}

export interface Stats {
  total: number
  pending: number
  confirmed: number
  today: number
}

export async function getStats() {
  return unwrap(await supabase.rpc('get_dashboard_stats')) as unknown as Stats
}

/** Newest first. What can no longer be confirmed waits for nobody; the database ends it soon. */
export async function listPending(person: SignedIn, most: number): Promise<AppointmentPage> {
  const pending = supabase
    .from('appointments')
    .select(FIELDS, { count: 'exact' })
    .eq('status', 'pending')
    .gt('starts_at', new Date().toISOString())
  // A doctor may be somebody's patient too: that request is not theirs to answer.
  const own = isAdmin(person) ? pending : pending.eq('doctor.user_id', person.id)
  const answer = await own.order('created_at', { ascending: false }).range(0, most - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

export interface OwnAppointments {
  doctorId: string
  /** Where the doctor is. */
  today: string
  part: 'coming' | 'past'
  status: Status | undefined
  most: number
}

/** Today's and what is to come, the next one first; or what is over and what was cancelled, the last one first. */
export async function listAppointments({ doctorId, today, part, status, most }: OwnAppointments): Promise<AppointmentPage> {
  const own = supabase.from('appointments').select(FIELDS, { count: 'exact' }).eq('doctor_id', doctorId)
  const chosen = status ? own.eq('status', status) : own
  const inPart =
    part === 'coming'
      ? chosen.gte('appointment_date', today).neq('status', 'cancelled')
      : chosen.or(`appointment_date.lt.${today},status.eq.cancelled`)
  const answer = await inPart.order('starts_at', { ascending: part === 'coming' }).range(0, most - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

/** Over, and still confirmed: nobody has said whether it took place. The longest over first. */
export async function listUnclosed(doctorId: string, most: number): Promise<AppointmentPage> {
  const answer = await supabase
    .from('appointments')
    .select(FIELDS, { count: 'exact' })
    .eq('doctor_id', doctorId)
    .eq('status', 'confirmed')
    .lte('ends_at', new Date().toISOString())
    .order('ends_at')
    .range(0, most - 1)
  return { appointments: unwrap(answer), total: answer.count ?? 0 }
}

const MOST_RECENT = 10

/** Those that a note may be about by now, the last one first. */
export async function listRecentAppointments(doctorId: string): Promise<Appointment[]> {
  return unwrap(
    await supabase
      .from('appointments')
      .select(FIELDS)
      .eq('doctor_id', doctorId)
      .neq('status', 'cancelled')
      .is('erased_at', null)
      .lte('starts_at', new Date().toISOString())
      .order('starts_at', { ascending: false })
      .limit(MOST_RECENT),
  )
}

async function readOne(doctorId: string, id: string) {
  return unwrap(await supabase.from('appointments').select(FIELDS).eq('doctor_id', doctorId).eq('id', id))
}

/** Null where the doctor has none of that id. */
export async function getAppointment(doctorId: string, id: string): Promise<Appointment | null> {
  if (!UUID.test(id)) return null
  const [appointment] = await readOne(doctorId, id)
  return appointment ?? null
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

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
    // A day may have several.
    leaveDays: new Set(unwrap(leave).map(({ leave_date }) => leave_date)).size,
  }
}

export type OwnDoctor = NonNullable<Awaited<ReturnType<typeof getOwnDoctor>>>

/** Null for the role without a record. */
export async function getOwnDoctor(userId: string) {
  const [doctor] = unwrap(await supabase.from('doctors').select('id, timezone, session_duration, cancellation_hours').eq('user_id', userId))
  return doctor ?? null
}

export type Answer = Exclude<Status, 'pending'>

const NOTICES: Partial<Record<Answer, string>> = { confirmed: 'appointment_confirmed', cancelled: 'appointment_cancelled' }

/** As the database has it. */
export const LONGEST_REASON = 500

/** `reason` goes with a cancellation; the patient reads it. */
export async function answerAppointment({ id, status: shown }: Pick<Appointment, 'id' | 'status'>, status: Answer, reason = '') {
  // Only while it is as it was shown: rejecting a request must not cancel what a colleague confirmed meanwhile.
  const change = { status, ...(reason.trim() && { cancellation_reason: reason.trim() }) }
  unwrap(await supabase.from('appointments').update(change).eq('id', id).eq('status', shown).select('id').single())
  const type = NOTICES[status]
  // The mails are recorded with the change and would go out by themselves; this only hurries them, and the server logs what fails.
  if (type) void supabase.functions.invoke('send-appointment-notification', { body: { type, appointment: { id } } })
}

/** As the database has it. */
export const LONGEST_NOTE = 5000

/** In every status but cancelled, unless its patient had their data erased. */
export const canHaveNote = ({ status, erased_at }: Pick<Appointment, 'status' | 'erased_at'>) => status !== 'cancelled' && !erased_at

export async function saveNote(id: string, notes: string) {
  unwrap(
    await supabase
      .from('appointments')
      .update({ notes: notes.trim() || null })
      .eq('id', id)
      .select('id')
      .single(),
  )
}
