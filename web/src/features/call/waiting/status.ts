// The texts and states of the waiting room for both sides, as pure functions of the database's response and the time.
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import type { Guardian } from '../../../domain/guardians.ts'
import { AppError, textOf } from '../../../lib/errors.ts'
import type { TextKey } from '../../../lib/i18n.tsx'

type Functions = Database['public']['Functions']
interface Received {
  /** The offset to add to the device's clock to get the server's time. */
  clockOffsetMs: number
}
type StatusRow = Functions['wait_for_doctor']['Returns'][number]
type PatientRow = Functions['list_waiting']['Returns'][number]

export type Answer = 'now' | 'in_5_minutes'
/** The generated types do not know which columns can be null. */
export type WaitingStatus = Omit<StatusRow, 'arrived_at' | 'call_started_at' | 'answer' | 'answered_at'> &
  Received & { arrived_at: string | null; call_started_at: string | null; answer: string | null; answered_at: string | null }
export type WaitingPatient = Omit<PatientRow, 'first_name' | 'last_name' | 'answer' | 'answered_at' | 'guardians'> &
  Received & {
    first_name: string | null
    last_name: string | null
    answer: string | null
    answered_at: string | null
    guardians: Guardian[] | null
  }

export interface Line {
  key: TextKey
  count?: number
}

const MINUTE_MS = 60_000
const ANSWER_MINUTES = 5
/** An answer that the doctor did not follow expires after this. */
const ANSWER_VALID_MS = 10 * MINUTE_MS

/** The time by the server's clock. */
const serverTime = ({ clockOffsetMs }: Received, now = Date.now()) => now + clockOffsetMs

/** The lines that a waiting patient reads, the most important first. */
export function linesOf(status: WaitingStatus, now = Date.now()): Line[] {
  const time = serverTime(status, now)
  const answer = answerLine(status, time)
  if (answer) return [answer]
  return [
    { key: status.doctor_is_busy ? 'waiting.busy' : status.doctor_is_online ? 'waiting.shown' : 'waiting.away' },
    ...startLines(status, time),
    ...(status.patients_ahead > 0 ? [{ key: 'waiting.ahead' as const, count: status.patients_ahead }] : []),
  ]
}

/** Says when the appointment starts, or how late it is. Empty after the call has begun. */
function startLines({ starts_at, call_started_at, minutes_late }: WaitingStatus, time: number): Line[] {
  if (call_started_at) return []
  const startsInMinutes = Math.ceil((Date.parse(starts_at) - time) / MINUTE_MS)
  const late = Math.max(minutes_late, -startsInMinutes)
  if (late > 0) return [{ key: 'waiting.late', count: late }]
  return startsInMinutes > 0 ? [{ key: 'waiting.startsIn', count: startsInMinutes }] : []
}

/** After this long without the doctor, the patient is offered alternatives to waiting. */
const OFFER_AFTER_MS = 10 * MINUTE_MS

/** Whether to offer the telephone and another time. Repeated at the same interval if the patient keeps waiting. */
export const isOfferDue = (status: WaitingStatus, keptWaitingAt: number | undefined, now = Date.now()) =>
  !status.call_started_at &&
  serverTime(status, now) >= Date.parse(status.starts_at) + OFFER_AFTER_MS &&
  (keptWaitingAt === undefined || now >= keptWaitingAt + OFFER_AFTER_MS)

function answerLine({ answer, answered_at }: WaitingStatus, time: number): Line | undefined {
  if (!answer || !answered_at) return undefined
  const passedMs = time - Date.parse(answered_at)
  if (passedMs >= ANSWER_VALID_MS) return undefined
  if (answer === 'now') return { key: 'waiting.calledIn' }
  const minutes = Math.ceil((ANSWER_MINUTES * MINUTE_MS - passedMs) / MINUTE_MS)
  return minutes > 0 ? { key: 'waiting.soon', count: Math.min(minutes, ANSWER_MINUTES) } : { key: 'waiting.anyMoment' }
}

/** Whether the database refused a heartbeat for one of these reasons. */
export const isRefused = (failure: unknown, ...reasons: string[]) => failure instanceof AppError && reasons.includes(failure.reason)

/** Replaces the status while heartbeats fail, because the last known status may no longer be true. */
export function failureLine(failure: unknown): Line[] {
  // The page reports these itself.
  if (isRefused(failure, 'signed_out', 'call_ended', 'room_not_confirmed')) return []
  const unreported: TextKey = 'waiting.unreported'
  const { key } = textOf(failure, {
    unreachable: unreported,
    failed: unreported,
    too_many_calls: 'call.tooMany',
    room_too_early: 'call.isMoved',
  })
  return [{ key: key === 'error.failed' ? unreported : key }]
}

/** Identifies an answer, so that each is announced once. */
export const answerId = (status: WaitingStatus | undefined) =>
  status?.answer && status.answered_at ? `${status.answer} ${status.answered_at}` : undefined

/** Sorts by arrival, with the id as a stable tie-breaker. */
export const inOrder = (patients: WaitingPatient[]) =>
  patients.toSorted(
    (one, other) => Date.parse(one.arrived_at) - Date.parse(other.arrived_at) || (one.appointment_id < other.appointment_id ? -1 : 1),
  )

export const minutesWaited = (patient: WaitingPatient, now = Date.now()) =>
  Math.max(0, Math.floor((serverTime(patient, now) - Date.parse(patient.arrived_at)) / MINUTE_MS))

/** The database considers a patient gone after this long without a heartbeat. */
const TIMEOUT_MS = 30_000
const MARGIN_MS = 1500
const MIN_CHECK_MS = 5000

/**
 * The delay until the list must be refetched, because a patient may be gone. `seen` has the heartbeats received since the list was
 * loaded, by the device's clock. Every heartbeat postpones the refetch.
 */
export function nextCheckMs(patients: WaitingPatient[], seen: ReadonlyMap<string, number>, now = Date.now()) {
  const expiries = patients.map((patient) => {
    const loaded = Date.parse(patient.last_seen_at) - patient.clockOffsetMs
    return Math.max(loaded, seen.get(patient.appointment_id) ?? 0) + TIMEOUT_MS + MARGIN_MS
  })
  return expiries.length ? Math.max(MIN_CHECK_MS, Math.min(...expiries) - now) : undefined
}

/** A patient who returns within this time, for example after a reload, does not ring again. */
const RING_AGAIN_MS = 60_000

/** For each appointment: 'listed', or when the patient left. */
export type Known = Map<string, 'listed' | number>

/** Returns the patients who arrived since the last call, and updates `known`. */
export function arrivalsIn(patients: WaitingPatient[], known: Known, now = Date.now()) {
  const arrivals = patients.filter(({ appointment_id }) => {
    const before = known.get(appointment_id)
    return before === undefined || (before !== 'listed' && now - before > RING_AGAIN_MS)
  })
  for (const [id, before] of known) if (before === 'listed') known.set(id, now)
  for (const { appointment_id } of patients) known.set(appointment_id, 'listed')
  return arrivals
}
