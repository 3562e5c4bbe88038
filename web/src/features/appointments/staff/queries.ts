// Reads appointments for doctors and admins. Policies of the database decide who may see what.
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
> & {
  /** The lists of the database have neither: they come with the extras of all doctors. */
  title?: string | null
  photo_path?: string | null
}

/** Merges the two places of a note, because the doctor also reads a note that is hidden from guardians. */
async function toAppointments(rows: ReadRow[]): Promise<Appointment[]> {
  const accompanied = await addGuardians(rows)
  return accompanied.map(({ hidden_note, ...row }) => {
    // The generated types do not know that there is at most one.
    const hidden = hidden_note as unknown as { note: string } | null
    return { ...row, notes: hidden?.note ?? row.notes }
  })
}

/** An appointment as doctors and admins see it. After a cancellation, the doctor may no longer see the patient. */
export type Appointment = Omit<StaffRow, 'patient' | 'doctor'> & { patient: StaffRow['patient'] | null; doctor: StaffDoctor }

export interface AppointmentPage {
  appointments: Appointment[]
  /** The total number, including other pages. */
  total: number
}

const staffRows = () => supabase.from('appointments').select(STAFF_FIELDS, { count: 'exact' })

/** Leaves out requests that can no longer be confirmed. The database closes them soon. */
export async function listPending(person: SignedIn, max: number, order: PendingOrder): Promise<AppointmentPage> {
  const pending = staffRows().eq('status', 'pending').gt('starts_at', presentTime())
  // A doctor may also be a patient of somebody else, and cannot answer those requests.
  const own = isAdmin(person) ? pending : pending.eq('doctor.user_id', person.id)
  const ordered = order === 'soonest' ? own.order('starts_at') : own.order('created_at', { ascending: false })
  const answer = await ordered.range(0, max - 1)
  return { appointments: await toAppointments(unwrap(answer)), total: answer.count ?? 0 }
}

/** The filter of a list. Times are instants. */
export interface ListFilter {
  doctorIds?: string[] | undefined
  statuses?: Status[] | undefined
  from?: string | undefined
  to?: string | undefined
  /** A part of a name, phone number or e-mail address. */
  term?: string | undefined
  newestFirst?: boolean | undefined
  /** Only appointments that started before this instant or are cancelled. */
  endedBefore?: string | undefined
  /** Only appointments that are not over, or only those that are. */
  part?: 'coming' | 'past' | undefined
  /** Only unpaid appointments that are not cancelled. */
  onlyUnpaid?: boolean | undefined
}

/** The last row of a page. The next page begins after it. */
export type Cursor = Pick<Appointment, 'starts_at' | 'id'>

/** Converts the filter to the parameters of the database functions. */
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

/** Fetches a page of a list for staff. Pages use keyset pagination, so that late pages cost as little as the first. */
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
/** The generated types declare every returned column of a function as not null. */
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

/** Confirmed appointments whose time is over, which somebody has to complete or cancel. Oldest first. */
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

/** The latest appointments that have begun and can have a note. */
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
  /** Counts only doctors who are visible to patients. */
  without_hours: number
}

export async function getStats() {
  return unwrap(await supabase.rpc('get_dashboard_stats')) as unknown as Stats
}
