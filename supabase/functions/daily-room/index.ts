// The room of an appointment, for its patient and doctor. Who and when is the database's to say; where is ours.
import process from 'node:process'
import { forPeople, type PersonsCall, Refusal, unwrap } from '../_shared/serve.ts'
import { makeDailyRoom } from './daily.ts'
import { ownRoom } from './own-room.ts'
import { readRequest, withoutBlanks } from './request.ts'

const TEST_LASTS_MS = 2 * 60 * 60 * 1000
// A stranger is told what somebody is told who made the number up.
const STATUSES = { not_yours: 404, room_not_confirmed: 409, wrong_code: 422, too_many_calls: 429 }

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
    // With somebody else's rooms the call counts as entered once the room is there.
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
  unwrap(await db.rpc('get_call', { appointment_id: appointmentId }).single(), STATUSES)

const open = async (db: Db, wanted: { appointment_id: string; marks: boolean; code?: string }) =>
  unwrap(await db.rpc('open_call', wanted).single(), STATUSES)

// The test code stands for meeting code and window, never for the two other questions; and it starts no real call.
async function enterTest(db: Db, appointmentId: string) {
  const { part, status } = await callOf(db, appointmentId)
  if (status !== 'confirmed') throw new Refusal(409, 'room_not_confirmed', 'The appointment is not confirmed', { status })
  return { part, expires_at: new Date(Date.now() + TEST_LASTS_MS).toISOString() }
}
