// Helpers for the tests of the waiting room: act as patient and doctor, and let time pass.
import { type Person, type Session, superuser } from './clinic.ts'

interface WaitingStatus {
  arrived_at: Date | null
  doctor_is_here: boolean
  doctor_is_busy: boolean
  doctor_is_online: boolean
  closes_at: Date
  patients_ahead: number
  minutes_late: number
  answer: string | null
  answered_at: Date | null
}
interface Waiting {
  appointment_id: string
  first_name: string
  arrived_at: Date
  answer: string | null
}

export const call = async <Row>(session: Session, person: Person, name: string, ...values: unknown[]) =>
  session.as(person, ({ query }) => query<Row & object>(`select * from ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values))
export const arrive = async (session: Session, person: string, id: string) => {
  const [status] = await call<WaitingStatus>(session, person, 'wait_for_doctor', id)
  if (!status) throw new Error('there is no status')
  return status
}
export const statusOf = async (session: Session, person: string, id: string) =>
  (await call<WaitingStatus>(session, person, 'get_waiting_status', id))[0]
export const listed = async (session: Session, person = 'aylin') => call<Waiting>(session, person, 'list_waiting')
export const idsOf = async (session: Session, person = 'aylin') =>
  (await listed(session, person)).map(({ appointment_id }) => appointment_id)
export const asOwner = (session: Session, sql: string, values: unknown[] = []) =>
  session.as(superuser, ({ query }) => query<Record<string, unknown>>(sql, values))
/** Moves everybody's last heartbeat back by that time. */
export const letPass = async (session: Session, time: string) => {
  await asOwner(session, 'update private.waiting_patients set last_seen_at = last_seen_at - $1::interval', [time])
  await asOwner(session, 'update private.doctors_in_call set last_seen_at = last_seen_at - $1::interval', [time])
  await asOwner(session, 'update private.doctor_pages set last_seen_at = last_seen_at - $1::interval', [time])
}
/** The topics and events that were broadcast since the last call, without duplicates. */
export const heard = async (session: Session) => {
  const messages = await asOwner(session, 'select distinct topic, event from realtime.messages order by topic, event')
  await asOwner(session, 'delete from realtime.messages')
  return messages.map(({ topic, event }) => `${String(topic)} ${String(event)}`)
}
/** Moves the times of an appointment back by that time, without running triggers. */
export const passTime = async (session: Session, time: string, id: string) => {
  await asOwner(session, 'set local session_replication_role = replica')
  await asOwner(
    session,
    `update appointments a set starts_at = t, ends_at = t + make_interval(mins => session_duration),
       blocked = tstzrange(t, t + make_interval(mins => session_duration + gap_minutes)),
       appointment_date = (t at time zone timezone)::date, appointment_time = to_char(t at time zone timezone, 'HH24:MI'),
       call_started_at = call_started_at - $2::interval, call_ended_at = call_ended_at - $2::interval
     from (select id, starts_at - $2::interval as t from appointments) as x where a.id = $1 and x.id = a.id`,
    [id, time],
  )
  await asOwner(session, 'set local session_replication_role = origin')
}
