// The database requests of the waiting room. The database authorises them: the patient waits, the doctor watches, answers and attends.
import type { Guardian } from '../../../domain/guardians.ts'
import { readSiteConfig } from '../../../lib/data/config.ts'
import { readToken, supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import type { Answer, WaitingPatient, WaitingStatus } from './status.ts'

/** Reports the arrival, and every heartbeat afterwards. */
export async function waitForDoctor(appointmentId: string): Promise<WaitingStatus> {
  const row = await supabase.rpc('wait_for_doctor', { appointment_id: appointmentId }).single().then(unwrap)
  return withReceipt(row)
}

export async function getWaitingStatus(appointmentId: string): Promise<WaitingStatus> {
  const row = await supabase.rpc('get_waiting_status', { appointment_id: appointmentId }).single().then(unwrap)
  return withReceipt(row)
}

export const listWaiting = async (): Promise<WaitingPatient[]> =>
  unwrap(await supabase.rpc('list_waiting')).map((row) => ({
    ...withReceipt(row),
    guardians: row.guardians as unknown as Guardian[] | null,
  }))

export async function answerWaiting(appointmentId: string, answer: Answer) {
  unwrap(await supabase.rpc('answer_waiting', { appointment_id: appointmentId, answer }))
}

export async function attendCall(appointmentId: string) {
  unwrap(await supabase.rpc('attend_call', { appointment_id: appointmentId }))
}

/** The heartbeat of a page that shows the doctor the waiting patients. */
export async function watchWaitingRoom(page: string) {
  unwrap(await supabase.rpc('watch_waiting_room', { page }))
}

/** Adds the clock offset, because the device's clock may be wrong and server times must be compared with the server's clock. */
const withReceipt = <Row extends { asked_at: string }>(row: Row) => ({ ...row, clockOffsetMs: Date.parse(row.asked_at) - Date.now() })

export type Leaving = 'leave_waiting_room' | 'leave_call' | 'unwatch_waiting_room'

/** `id` is the id of an appointment or a page. */
export async function leave(name: Leaving, id: string) {
  // A user who has signed out is removed by the next missed heartbeat.
  if (!(await readToken())) return
  if (name === 'unwatch_waiting_room') unwrap(await supabase.rpc(name, { page: id }))
  else unwrap(await supabase.rpc(name, { appointment_id: id }))
}

/** Sends the request even while the page is being closed. Takes the token, because there is no time to read it then. */
export function leaveAtOnce(name: Leaving, id: string, token: string) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(name === 'unwatch_waiting_room' ? { page: id } : { appointment_id: id })
  void fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
