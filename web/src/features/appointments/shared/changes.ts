// Everything that changes an appointment: booking, cancelling, answering, writing the note. The database decides who may do what.
import type { Status } from '../../../domain/status-badge.tsx'
import { loadFunctions, supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { isUnanswered } from './booking-errors.ts'

type MailType = 'appointment_created' | 'appointment_confirmed' | 'appointment_cancelled' | 'appointment_rescheduled'

/** The e-mails are recorded with the change and would go out on their own. This only speeds them up; the server logs what fails. */
export function sendMailNow(type: MailType, id: string) {
  void hurryMail(type, id)
}

async function hurryMail(type: MailType, id: string) {
  const functions = await loadFunctions().catch(() => undefined)
  await functions?.invoke('send-appointment-notification', { body: { type, appointment: { id } } })
}

/** Mails about more than this wait for their turn, which comes within a minute. */
const MAX_HURRIED = 20

/** One after the other, because each call does the same work as a page that answers a single appointment. */
export async function sendMailsNow(answer: Answer, ids: string[]) {
  const type = ANSWER_MAILS[answer]
  if (!type) return
  for (const id of ids.slice(0, MAX_HURRIED)) {
    await hurryMail(type, id)
  }
}

export interface NewAppointment {
  /** Made by the page, so that a request that is sent again after a lost answer books only once. */
  id: string
  user_id: string
  doctor_id: string
  appointment_date: string
  appointment_time: string
  patient_complaint: string
  /** The type, for a doctor who has types, with the fee as the patient saw it. */
  type_id?: string
  fee_minor?: number
  fee_currency?: string
  fee_text_version?: string
  fee_language?: string
}

export async function bookAppointment(appointment: NewAppointment) {
  const status = await insertOrFindBooked(appointment)
  // Doctors may have their appointments confirmed automatically.
  sendMailNow(status === 'confirmed' ? 'appointment_confirmed' : 'appointment_created', appointment.id)
}

async function insertOrFindBooked(appointment: NewAppointment): Promise<Status> {
  try {
    const row = { ...appointment, status: 'pending' as const }
    const [booked] = unwrap(await supabase.from('appointments').insert(row).select('status'))
    return booked?.status ?? row.status
  } catch (error) {
    // It may conflict with itself: the first request arrived and only its answer was lost.
    const isConflict = error instanceof AppError && ['23505', '23P01'].includes(error.reason)
    if (!isConflict && !isUnanswered(error)) throw error
    const { data } = await supabase.from('appointments').select('status').eq('id', appointment.id).maybeSingle()
    if (!data) throw error
    return data.status
  }
}

/** The patient's cancellation. Raises `cancellation_too_late` within the doctor's notice period, PGRST116 if it no longer exists. */
export async function cancelAppointment(id: string) {
  return unwrap(await supabase.from('appointments').update({ status: 'cancelled' }).eq('id', id).select('id').single())
}

interface NewTime {
  day: string
  time: string
  /** Another type, which only staff choose. */
  typeId?: string
}

/** Raises what a booking raises, `cancellation_too_late` to patients, and `transition_not_allowed` if it has ended meanwhile. */
export async function rescheduleAppointment(id: string, to: NewTime, message = '') {
  const moved = await moveOrFindMoved(id, to, message.trim())
  sendMailNow('appointment_rescheduled', id)
  return moved
}

async function moveOrFindMoved(id: string, { day, time, typeId }: NewTime, message: string): Promise<{ status: Status }> {
  const move = { appointment_id: id, on_date: day, at_time: time, ...(message && { message }), ...(typeId && { type_id: typeId }) }
  try {
    return unwrap(await supabase.rpc('reschedule_appointment', move))
  } catch (error) {
    if (!isUnanswered(error)) throw error
    // Perhaps only the answer was lost.
    const { data } = await supabase
      .from('appointments')
      .select('status')
      .match({ id, appointment_date: day, appointment_time: time })
      .gt('reschedule_count', 0)
      .maybeSingle()
    if (!data) throw error
    return data
  }
}

/** The mails of a move in the calendar wait this long, so that it can be undone. The same as in the database, and a little more. */
export const MAIL_DELAY_MS = 12_500

/** For staff: the move is made at once, its mails wait. Raises what `rescheduleAppointment` raises. */
export async function moveAppointment(id: string, { day, time, typeId }: NewTime, message = '') {
  const move = {
    appointment_id: id,
    on_date: day,
    at_time: time,
    ...(message.trim() && { message: message.trim() }),
    ...(typeId && { type_id: typeId }),
  }
  return unwrap(await supabase.rpc('move_appointment', move))
}

export const sendMoveMail = (id: string) => sendMailNow('appointment_rescheduled', id)

/** Raises `undo_too_late`, or what a booking raises if the old time is taken. */
export async function undoMove(id: string) {
  return unwrap(await supabase.rpc('undo_move', { appointment_id: id }))
}

export type Answer = Exclude<Status, 'pending'>

const ANSWER_MAILS: Partial<Record<Answer, MailType>> = { confirmed: 'appointment_confirmed', cancelled: 'appointment_cancelled' }

export interface AnswerDetails {
  /** Goes with a cancellation; the patient reads it. */
  reason?: string | undefined
  /** Goes with a completion: the patient did not come. */
  didNotCome?: boolean | undefined
}

export async function answerAppointment(
  { id, status: shown }: { id: string; status: Status },
  status: Answer,
  { reason = '', didNotCome = false }: AnswerDetails = {},
) {
  // Only while it still has the status that was shown: rejecting a request must not cancel what a colleague has confirmed meanwhile.
  const change = { status, ...(reason.trim() && { cancellation_reason: reason.trim() }), ...(didNotCome && { did_not_come: true }) }
  unwrap(await supabase.from('appointments').update(change).eq('id', id).eq('status', shown).select('id').single())
  const mail = ANSWER_MAILS[status]
  if (mail) sendMailNow(mail, id)
}

/** The database takes a note in every status but cancelled, unless the patient has had their data erased. */
export const canHaveNote = ({ status, erased_at }: { status: Status; erased_at: string | null }) => status !== 'cancelled' && !erased_at

/** The doctor's mark on a completed appointment. */
export async function markAttendance(id: string, did_not_come: boolean) {
  unwrap(await supabase.from('appointments').update({ did_not_come }).eq('id', id).select('id').single())
}
