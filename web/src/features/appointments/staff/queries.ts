// Reading appointments, as doctors and admins do. The database decides who may see what.
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import type { Guardian } from '../../../domain/guardians.ts'
import type { Status } from '../../../domain/status-badge.tsx'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { presentTime } from '../../../lib/load/early-answers.ts'
import { isUuid } from '../../../lib/patterns.ts'
import { isAdmin, type SignedIn } from '../../../lib/session/session-state.ts'
import { APPOINTMENT_FIELDS } from '../shared/fields.ts'
import { type Accompanied, addGuardians } from './guardians-query.ts'
import type { PendingOrder } from './pending-order.ts'

const STAFF_FIELDS =
  `${APPOINTMENT_FIELDS}, user_id, did_not_come, type_id, type_name, fee_minor, fee_currency, fee_agreed_at, payment_state, patient:profiles (first_name, last_name, phone, email, has_account), hidden_note:appointment_hidden_notes (note)` as const

type ReadRow = Awaited<ReturnType<typeof readOne>>[number]
type StaffRow = Omit<Accompanied<ReadRow>, 'hidden_note' | 'user_id'>

type StaffDoctor = Pick<
  StaffRow['doctor'],
  'first_name' | 'last_name' | 'specialization' | 'specialty_code' | 'timezone' | 'session_duration'
>

/** The doctor reads the note wherever it is kept. */
async function toAppointments(rows: ReadRow[]): Promise<Appointment[]> {
  const accompanied = await addGuardians(rows)
  return accompanied.map(({ hidden_note, ...row }) => {
    // The generated types do not know that there is one at most.
    const hidden = hidden_note as unknown as { note: string } | null
    return { ...row, notes: hidden?.note ?? row.notes }
  })
}

/** As doctors and admins see it. Once it is cancelled, the doctor may no longer read who the patient was. */
export type Appointment = Omit<StaffRow, 'patient' | 'doctor'> & { patient: StaffRow['patient'] | null; doctor: StaffDoctor }

export interface AppointmentPage {
  appointments: Appointment[]
  /** How many there are, beyond this page too. */
  total: number
}

const staffRows = () => supabase.from('appointments').select(STAFF_FIELDS, { count: 'exact' })

/** Requests that can no longer be confirmed are left out; the database closes them soon. */
export async function listPending(person: SignedIn, max: number, order: PendingOrder): Promise<AppointmentPage> {
  const pending = staffRows().eq('status', 'pending').gt('starts_at', presentTime())
  // A doctor may also be a patient of somebody else, and cannot answer those requests.
  const own = isAdmin(person) ? pending : pending.eq('doctor.user_id', person.id)
  const ordered = order === 'soonest' ? own.order('starts_at') : own.order('created_at', { ascending: false })
  const answer = await ordered.range(0, max - 1)
  return { appointments: await toAppointments(unwrap(answer)), total: answer.count ?? 0 }
}

/** Which appointments a list shows. Times are instants. */
export interface ListFilter {
  doctorIds?: string[] | undefined
  statuses?: Status[] | undefined
  from?: string | undefined
  to?: string | undefined
  /** Part of a name, phone number or address. */
  term?: string | undefined
  newestFirst?: boolean | undefined
  /** Only what started before, or was cancelled. */
  endedBefore?: string | undefined
  /** Only what is not over yet, or only what is. */
  part?: 'coming' | 'past' | undefined
  /** Only what is owed and not cancelled. */
  onlyUnpaid?: boolean | undefined
}

/** The last row of a page, after which the next one begins. */
export type Cursor = Pick<Appointment, 'starts_at' | 'id'>

/** The filter as the functions of the database take it. */
export function filterParams({ doctorIds, statuses, from, to, term, newestFirst, part, onlyUnpaid }: ListFilter, after?: Cursor) {
  return {
    ...(doctorIds && { doctor_ids: doctorIds }),
    ...(statuses && { statuses }),
    ...(from && { from_time: from }),
    ...(to && { to_time: to }),
    ...(term && { term }),
    ...(newestFirst && { newest_first: true }),
    ...(part === 'coming' && { ends_after: presentTime() }),
    ...(part === 'past' && { ends_by: presentTime() }),
    ...(onlyUnpaid && { only_unpaid: true }),
    ...(after && { after_starts_at: after.starts_at, after_id: after.id }),
  }
}

/** A page of a list of staff. The database finds the next page by the last row of this one, so that late pages cost what the first does. */
export async function listPage(filter: ListFilter, after: Cursor | undefined, max: number): Promise<Appointment[]> {
  const { endedBefore } = filter
  const rows = unwrap(
    await supabase.rpc('list_appointments', {
      ...filterParams(filter, after),
      ...(endedBefore && { ended_before: endedBefore }),
      max_rows: max,
    }),
  )
  return rows.map(toAppointment)
}

type ListedRow = Database['public']['Functions']['list_appointments']['Returns'][number]
/** The generated types call everything that a function returns not null. */
type Nullable<Row, Key extends keyof Row> = Omit<Row, Key> & { [Each in Key]: Row[Each] | null }

function toAppointment(row: ListedRow): Appointment {
  const { doctor_first_name, doctor_last_name, doctor_timezone, doctor_session_duration, ...rest } = row
  const {
    doctor_specialization,
    doctor_specialty_code,
    patient_first_name,
    patient_last_name,
    patient_phone,
    patient_email,
    patient_has_account: has_account,
    patient_guardians,
    ...appointment
  } = rest as Nullable<
    typeof rest,
    | 'doctor_specialty_code'
    | 'patient_first_name'
    | 'patient_last_name'
    | 'patient_phone'
    | 'patient_email'
    | 'patient_has_account'
    | 'cancelled_by'
    | 'cancellation_reason'
    | 'previous_starts_at'
    | 'rescheduled_by'
    | 'reschedule_message'
    | 'call_started_at'
    | 'notes'
    | 'erased_at'
    | 'type_id'
    | 'type_name'
    | 'fee_minor'
    | 'fee_currency'
    | 'fee_agreed_at'
    | 'payment_state'
  >
  const isNamed = [patient_first_name, patient_last_name, patient_phone, patient_email].some((each) => each !== null)
  return {
    ...appointment,
    doctor: {
      first_name: doctor_first_name,
      last_name: doctor_last_name,
      specialization: doctor_specialization,
      specialty_code: doctor_specialty_code,
      timezone: doctor_timezone,
      session_duration: doctor_session_duration,
    },
    patient: isNamed
      ? {
          first_name: patient_first_name,
          last_name: patient_last_name,
          phone: patient_phone,
          email: patient_email,
          has_account,
          guardians: patient_guardians as unknown as Guardian[] | null,
        }
      : null,
  }
}

/** Confirmed ones whose time is over, so that somebody has to say whether they took place. The oldest first. */
export async function listUnclosed(doctorId: string, max: number): Promise<AppointmentPage> {
  const answer = await staffRows()
    .eq('doctor_id', doctorId)
    .eq('status', 'confirmed')
    .lte('ends_at', new Date().toISOString())
    .order('ends_at')
    .range(0, max - 1)
  return { appointments: await toAppointments(unwrap(answer)), total: answer.count ?? 0 }
}

const MAX_RECENT = 10

/** The latest ones that have begun and can have a note. */
export async function listRecent(doctorId: string): Promise<Appointment[]> {
  return toAppointments(
    unwrap(
      await supabase
        .from('appointments')
        .select(STAFF_FIELDS)
        .eq('doctor_id', doctorId)
        .neq('status', 'cancelled')
        .is('erased_at', null)
        .lte('starts_at', new Date().toISOString())
        .order('starts_at', { ascending: false })
        .limit(MAX_RECENT),
    ),
  )
}

async function readOne(doctorId: string, id: string) {
  return unwrap(await supabase.from('appointments').select(STAFF_FIELDS).eq('doctor_id', doctorId).eq('id', id))
}

/** Null if the doctor has no appointment with that id. */
export async function getAppointment(doctorId: string, id: string): Promise<Appointment | null> {
  if (!isUuid(id)) return null
  const [appointment] = await toAppointments(await readOne(doctorId, id))
  return appointment ?? null
}

export async function countAppointments(doctorId: string) {
  const { leave_days, ...counts } = unwrap(await supabase.rpc('get_doctor_stats', { doctor_id: doctorId })) as unknown as DoctorStats
  return { ...counts, leaveDays: leave_days }
}

interface DoctorStats {
  today: number
  upcoming: number
  total: number
  leave_days: number
}

interface Stats {
  total: number
  pending: number
  confirmed: number
  today: number
  doctors: number
  /** Counts doctors whom patients find. */
  without_hours: number
}

export async function getStats() {
  return unwrap(await supabase.rpc('get_dashboard_stats')) as unknown as Stats
}
