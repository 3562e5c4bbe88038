// The room of an appointment, for its patient and doctor. The database decides who may join and when; this function creates the room.
import process from 'node:process'
import { forPeople, type KnownRefusals, type PersonsCall, Refusal, unwrap } from '../_shared/serve.ts'
import { makeDailyRoom } from './daily.ts'
import { ownRoom } from './own-room.ts'
import { readRequest, withoutBlanks } from './request.ts'

const TEST_LASTS_MS = 2 * 60 * 60 * 1000
const NOT_CONFIRMED = 'The appointment is not confirmed'
const CALL_ENDED = 'The doctor has ended the call, and only the doctor can open it again'
const REFUSALS: KnownRefusals = {
  // The response to a stranger is the same as for an appointment that does not exist.
  not_yours: { status: 404, message: 'You have no such appointment' },
  room_not_confirmed: { message: NOT_CONFIRMED },
  wrong_code: { status: 422, message: 'The code is not the one of this appointment' },
  room_too_early: { message: 'The room opens 15 minutes before the appointment starts' },
  room_over: { message: 'The time of the appointment is over' },
  call_ended: { message: CALL_ENDED },
  too_many_calls: { status: 429, message: 'The room was entered too often within the last hour' },
}

export default {
  fetch: forPeople(async ({ body, db, userId }) => {
    const testCode = process.env['VIDEO_TEST_CODE']
    const wanted = readRequest(body)
    if (wanted.action === 'test-code') {
      await callOf(db, wanted.appointmentId)
      if (!testCode) throw new Refusal(404, 'no_test_code', 'There is no test code')
      return { test_code: testCode }
    }

    const { appointmentId, userName, code } = wanted
    const isTest = Boolean(testCode && code && withoutBlanks(code) === withoutBlanks(testCode))
    const key = process.env['DAILY_API_KEY']
    // `marks`: record that the person joined. A third party's room must exist before that counts.
    const enter = (marks: boolean) =>
      isTest ? enterTest(db, appointmentId) : open(db, { appointment_id: appointmentId, marks, ...(code === undefined ? {} : { code }) })
    const { part, expires_at } = await enter(!key)
    const common = { user_name: userName, part, expires_at, is_test: isTest }
    if (!key) return { ...common, ...ownRoom({ appointmentId, userId, expiresAt: expires_at, env: process.env }) }
    const room = await makeDailyRoom({
      key,
      baseUrl: process.env['DAILY_API_URL'] || 'https://api.daily.co/v1',
      appointmentId,
      userName,
      isOwner: part === 'doctor',
      expiresAt: expires_at,
    })
    await enter(true)
    return { ...common, ...room }
  }),
}

type Db = PersonsCall['db']

const callOf = async (db: Db, appointmentId: string) =>
  unwrap(await db.rpc('get_call', { appointment_id: appointmentId }).single(), REFUSALS)

const open = async (db: Db, wanted: { appointment_id: string; marks: boolean; code?: string }) =>
  unwrap(await db.rpc('open_call', wanted).single(), REFUSALS)

// The test code replaces the meeting code and the time window. The appointment must still be confirmed and the caller's own, and no real
// call starts.
async function enterTest(db: Db, appointmentId: string) {
  const { part, status, call_ended_at } = await callOf(db, appointmentId)
  if (status !== 'confirmed') throw new Refusal(409, 'room_not_confirmed', NOT_CONFIRMED, { status })
  if (part === 'patient' && call_ended_at) throw new Refusal(409, 'call_ended', CALL_ENDED)
  return { part, expires_at: new Date(Date.now() + TEST_LASTS_MS).toISOString() }
}
