// Queries for the call of an appointment, for its two participants.
import { type QueryKey, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { askFunction } from '../../lib/data/functions.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import type { Language } from '../../lib/languages.ts'
import { isUuid } from '../../lib/patterns.ts'
import { CALL_NOTICE_VERSION } from './notice-version.ts'
import { PARTS } from './signals.ts'

const FIELDS =
  'id, user_id, booked_by, doctor_id, status, appointment_date, appointment_time, starts_at, ends_at, timezone, patient_complaint, call_started_at, call_ended_at, doctor:doctors (first_name, last_name, title, specialization, specialty_code, photo_path, timezone, session_duration, cancellation_hours, auto_confirm), patient:profiles (first_name, last_name, phone, has_account, notices:call_notices!call_notices_patient_id_fkey (version))'

type Row = Awaited<ReturnType<typeof readCallDetails>>

/** `patient` is null after a cancellation, when the doctor may no longer read it. */
export type CallDetails = Omit<Row, 'patient'> & { patient: Row['patient'] | null }

/** Throws `not_yours` for all other users, and if the appointment does not exist. */
async function readCallDetails(appointmentId: string) {
  if (!isUuid(appointmentId)) throw new AppError('not_yours')
  const [call, appointment] = await Promise.all([
    supabase.rpc('get_call', { appointment_id: appointmentId }).single().then(unwrap),
    supabase.from('appointments').select(FIELDS).eq('id', appointmentId).single().then(unwrap),
  ])
  const part = PARTS.find((each) => each === call.part) ?? 'patient'
  return { ...appointment, part, code: call.code, closes_at: call.closes_at }
}

/** Whether the patient's side has not acknowledged the current notice yet. Users can only read their own acknowledgements. */
export const needsNotice = ({ part, patient }: CallDetails) =>
  part === 'patient' && !patient?.notices.some(({ version }) => version === CALL_NOTICE_VERSION)

/** Stored once per version and patient. Callers ignore errors: another tab may have been quicker, and a failed save just asks again. */
export async function acknowledgeNotice(patientId: string, language: Language) {
  unwrap(await supabase.from('call_notices').insert({ patient_id: patientId, version: CALL_NOTICE_VERSION, language }))
}

/** After the booked end, a waiting patient keeps the room open. Pages outside the room get no live message about it, so they poll. */
const LOOK_AGAIN_MS = 15_000
const MAX_EXTENSION_MS = 60 * 60_000

const isPastEnd = ({ status, ends_at }: CallDetails, now = Date.now()) =>
  status === 'confirmed' && now >= Date.parse(ends_at) && now < Date.parse(ends_at) + MAX_EXTENSION_MS + LOOK_AGAIN_MS

/** The route passes the key. It is nested under the appointments, so that their changes invalidate the details. */
export const useCallDetails = (appointmentId: string, queryKey: QueryKey) =>
  useQuery<CallDetails>({
    queryKey,
    queryFn: () => readCallDetails(appointmentId),
    refetchInterval: ({ state: { data } }) => data !== undefined && isPastEnd(data) && LOOK_AGAIN_MS,
  })

/** Ends the call for both. The patient cannot re-enter until the doctor reopens it. */
export async function endCall(appointmentId: string) {
  unwrap(await supabase.rpc('end_call', { appointment_id: appointmentId }))
}

/** Whether the doctor has ended the call for this patient. Doctors reopen it by entering. */
export const isEndedForPatient = ({ part, call_ended_at }: CallDetails) => part === 'patient' && call_ended_at !== null

const common = { part: z.enum(PARTS), is_test: z.boolean() }
const OwnRoom = z.object({
  ...common,
  provider: z.literal('own'),
  ice_servers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  relay_only: z.boolean(),
})
const DailyRoom = z.object({
  ...common,
  provider: z.literal('daily'),
  room_url: z.string().check(z.regex(/^https?:\/\//)),
  meeting_token: z.string(),
})
const Room = z.discriminatedUnion('provider', [OwnRoom, DailyRoom])

export type OwnRoom = z.infer<typeof OwnRoom>
export type DailyRoom = z.infer<typeof DailyRoom>
export type Room = z.infer<typeof Room>

export const requestRoom = (appointmentId: string, { name, code }: { name: string; code?: string | undefined }, signal: AbortSignal) =>
  askFunction('daily-room', { appointmentId, userName: name, ...(code && { code }) }, Room, signal)

export const getTestCode = async (appointmentId: string) =>
  (await askFunction('daily-room', { appointmentId, action: 'test-code' }, z.object({ test_code: z.string() }))).test_code
