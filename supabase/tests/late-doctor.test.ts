import { describe, expect, test } from 'vitest'
import { arrange, idOf, refusal, type Session, setStatus, superuser, useClinic } from './clinic.ts'
import { arrive, asOwner, call, idsOf, letPass, passTime, statusOf } from './waiting.ts'

const db = useClinic()

const open = (session: Session, person: string, id: string) => call<{ part: string }>(session, person, 'open_call', id)
const write = (session: Session, person: string, id: string) =>
  session.as(person, ({ query }) => query("insert into appointment_messages (appointment_id, body) values ($1, 'Buradayım')", [id]))
const rowOf = async (session: Session, id: string) =>
  (await asOwner(session, 'select status, call_started_at, call_ended_at, did_not_come from appointments where id = $1', [id]))[0]
const OVER = ['P0001', 'room_over']

/** Lets Leyla wait since the start of a half-hour session that ended `after` ago. */
async function waitPast(session: Session, after: string) {
  const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '0 minutes' })
  await open(session, 'leyla', id)
  await arrive(session, 'leyla', id)
  await passTime(session, '30 minutes', id)
  await passTime(session, after, id)
  return id
}

describe('while a patient waits', () => {
  test.each(['1 minute', '20 minutes', '58 minutes'])('the room is open to both %s after the end', async (after) => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, after)
      expect(await refusal(arrive(session, 'leyla', id))).toBe('was allowed')
      expect(await idsOf(session)).toEqual([id])
      for (const person of ['leyla', 'aylin']) expect(await refusal(write(session, person, id))).toBe('was allowed')
      expect(await refusal(call(session, 'aylin', 'answer_waiting', id, 'in_5_minutes'))).toBe('was allowed')
      expect(await refusal(open(session, 'aylin', id))).toBe('was allowed')
      expect(await refusal(call(session, 'aylin', 'attend_call', id))).toBe('was allowed')
      // The call has started, so it may last two hours.
      await passTime(session, '110 minutes', id)
      for (const person of ['leyla', 'aylin']) expect(await refusal(open(session, person, id))).toBe('was allowed')
    })
  })

  test('the room is closed to both 61 minutes after the end', async () => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '61 minutes')
      expect(await refusal(arrive(session, 'leyla', id))).toEqual(OVER)
      for (const person of ['leyla', 'aylin']) {
        expect(await refusal(open(session, person, id))).toEqual(OVER)
        expect(await refusal(write(session, person, id))).toEqual(['P0001', 'chat_closed'])
      }
      expect(await refusal(call(session, 'aylin', 'attend_call', id))).toEqual(OVER)
    })
  })

  test('a lost connection keeps the room open for five minutes, an absent patient does not', async () => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '10 minutes')
      await letPass(session, '4 minutes')
      expect(await idsOf(session)).toEqual([])
      expect(await refusal(open(session, 'aylin', id))).toBe('was allowed')
    })
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '10 minutes')
      await letPass(session, '6 minutes')
      for (const person of ['leyla', 'aylin']) expect(await refusal(open(session, person, id))).toEqual(OVER)
    })
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-31 minutes' })
      expect(await refusal(arrive(session, 'leyla', id))).toEqual(OVER)
    })
  })

  test('strangers and other doctors still cannot enter', async () => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '10 minutes')
      for (const person of ['murat', 'mallory', 'rauf', 'nigar']) {
        expect(await refusal(open(session, person, id))).toEqual(['P0001', 'not_yours'])
        expect((await refusal(write(session, person, id)))[0]).toBe('42501')
      }
    })
  })

  test('the doctor cannot note that the patient did not come, and the scheduled job leaves the appointment alone', async () => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '10 minutes')
      const missed = () =>
        session.as('aylin', ({ query }) => query("update appointments set status = 'completed', did_not_come = true where id = $1", [id]))
      expect(await refusal(missed())).toEqual(['P0001', 'patient_is_waiting'])
      await asOwner(session, 'select private.close_past_appointments(200)')
      expect(await rowOf(session, id)).toMatchObject({ status: 'confirmed', did_not_come: false })
      await call(session, 'leyla', 'leave_waiting_room', id)
      expect(await refusal(missed())).toBe('was allowed')
    })
  })
})

describe('a call that the doctor ended', () => {
  async function meet(session: Session) {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-5 minutes' })
    for (const person of ['leyla', 'aylin']) await open(session, person, id)
    await call(session, 'aylin', 'attend_call', id)
    return id
  }
  const mayJoinTopic = (session: Session, person: string, id: string) =>
    session.as(person, async ({ query }) => {
      await query("select set_config('realtime.topic', $1, true)", [`appointment:${id}`])
      const written = query("insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)", [
        `appointment:${id}`,
      ])
      return (await refusal(written)) === 'was allowed'
    })
  const ENDED = ['P0001', 'call_ended']

  test('is closed to the patient until the doctor opens it again, and the status stays', async () => {
    await db.as(superuser, async (session) => {
      const id = await meet(session)
      const before = await rowOf(session, id)
      await call(session, 'aylin', 'end_call', id)
      expect(await rowOf(session, id)).toEqual({ ...before, call_ended_at: expect.any(Date) as Date })
      expect(await refusal(open(session, 'leyla', id))).toEqual(ENDED)
      expect(await refusal(arrive(session, 'leyla', id))).toEqual(ENDED)
      expect(await mayJoinTopic(session, 'leyla', id)).toBe(false)
      expect(await mayJoinTopic(session, 'aylin', id)).toBe(true)
      expect(await idsOf(session)).toEqual([])
      expect(await asOwner(session, 'select from private.doctors_in_call')).toHaveLength(0)
      // The check before a room is created does not reopen the call.
      await session.as('aylin', ({ query }) => query('select * from open_call($1, marks => false)', [id]))
      expect(await refusal(open(session, 'leyla', id))).toEqual(ENDED)
      await open(session, 'aylin', id)
      expect(await rowOf(session, id)).toEqual(before)
      expect(await mayJoinTopic(session, 'leyla', id)).toBe(true)
      expect(await refusal(open(session, 'leyla', id))).toBe('was allowed')
    })
  })

  test('can be ended only by its doctor, and nobody can write its end directly', async () => {
    await db.as(superuser, async (session) => {
      const id = await meet(session)
      for (const person of ['leyla', 'murat', 'rauf', 'nigar', 'mallory'])
        expect(await refusal(call(session, person, 'end_call', id))).toEqual(['P0001', 'not_yours'])
      expect(await refusal(call(session, 'aylin', 'end_call', idOf('nothing')))).toEqual(['P0001', 'not_yours'])
      for (const person of ['leyla', 'aylin']) {
        const change = session.as(person, ({ query }) => query('update appointments set call_ended_at = now() where id = $1', [id]))
        expect(await refusal(change)).toEqual(['P0001', 'appointment_is_fixed'])
      }
      expect(await rowOf(session, id)).toMatchObject({ call_ended_at: null })
    })
  })

  test('gets no end if it never started', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-5 minutes' })
      await open(session, 'aylin', id)
      await call(session, 'aylin', 'attend_call', id)
      await call(session, 'aylin', 'end_call', id)
      expect(await rowOf(session, id)).toMatchObject({ call_ended_at: null })
      expect(await asOwner(session, 'select from private.doctors_in_call')).toHaveLength(0)
      expect(await refusal(arrive(session, 'leyla', id))).toBe('was allowed')
    })
  })

  test('leaves the chat open, and loses its end when the start of the call is reset', async () => {
    await db.as(superuser, async (session) => {
      const id = await meet(session)
      await call(session, 'aylin', 'end_call', id)
      expect(await refusal(write(session, 'leyla', id))).toBe('was allowed')
      await asOwner(session, 'update appointments set call_started_at = null where id = $1', [id])
      expect(await rowOf(session, id)).toMatchObject({ call_ended_at: null })
    })
  })

  test('does not end when the doctor leaves, and cannot be ended once completed', async () => {
    await db.as(superuser, async (session) => {
      const id = await meet(session)
      await call(session, 'aylin', 'leave_call', id)
      expect(await arrive(session, 'leyla', id)).toMatchObject({ minutes_late: 0, doctor_is_here: false })
      await setStatus(session, 'aylin', id, 'completed')
      await call(session, 'aylin', 'end_call', id)
      expect(await rowOf(session, id)).toMatchObject({ status: 'completed', call_ended_at: null })
    })
  })
})

describe('another time, for a patient whose doctor did not come', () => {
  const day = "(now() + interval '3 days')::date"
  const move = (session: Session, person: string, id: string) =>
    session.as(person, ({ query }) => query(`select (reschedule_appointment($1, ${day}, '10:00')).starts_at`, [id]))

  test('can be chosen from ten minutes after the start on', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '0 minutes' })
      await open(session, 'leyla', id)
      await passTime(session, '8 minutes', id)
      expect(await refusal(move(session, 'leyla', id))).toEqual(['P0001', 'transition_not_allowed'])
      await passTime(session, '4 minutes', id)
      for (const person of ['murat', 'mallory', 'rauf']) expect((await refusal(move(session, person, id)))[0]).toBe('42501')
      // Staff can move only appointments that have not started.
      for (const person of ['aylin', 'nigar']) expect(await refusal(move(session, person, id))).toEqual(['P0001', 'transition_not_allowed'])
      expect(await refusal(move(session, 'leyla', id))).toBe('was allowed')
    })
  })

  test('can be chosen after the room has closed', async () => {
    await db.as(superuser, async (session) => {
      const id = await waitPast(session, '2 hours')
      expect(await refusal(move(session, 'leyla', id))).toBe('was allowed')
    })
  })

  test('cannot be chosen by a patient who did not come, or once the call has started', async () => {
    await db.as(superuser, async (session) => {
      const missed = await arrange(session, 'leyla', db.aylin, { startsIn: '-20 minutes' })
      expect(await refusal(move(session, 'leyla', missed.id))).toEqual(['P0001', 'transition_not_allowed'])
      for (const person of ['leyla', 'aylin']) await open(session, person, missed.id)
      expect(await refusal(move(session, 'leyla', missed.id))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })
})

describe('whether the doctor has a page open', () => {
  const [page, other] = [idOf('a page'), idOf('another page')]
  const isOnline = async (session: Session, id: string) => (await statusOf(session, 'leyla', id))?.doctor_is_online

  test('is visible to the patient as long as one of the doctor’s pages sends heartbeats', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      expect(await arrive(session, 'leyla', id)).toMatchObject({ doctor_is_online: false })
      await call(session, 'rauf', 'watch_waiting_room', page)
      expect(await isOnline(session, id)).toBe(false)
      await call(session, 'aylin', 'watch_waiting_room', page)
      await call(session, 'aylin', 'watch_waiting_room', other)
      expect(await isOnline(session, id)).toBe(true)
      await call(session, 'aylin', 'unwatch_waiting_room', page)
      expect(await isOnline(session, id)).toBe(true)
      await call(session, 'rauf', 'unwatch_waiting_room', other)
      expect(await isOnline(session, id)).toBe(true)
      await letPass(session, '31 seconds')
      expect(await isOnline(session, id)).toBe(false)
      await call(session, 'aylin', 'watch_waiting_room', other)
      expect(await isOnline(session, id)).toBe(true)
      await call(session, 'aylin', 'unwatch_waiting_room', other)
      expect(await isOnline(session, id)).toBe(false)
      // The page of a call shows waiting patients too, so it counts as a page.
      await call(session, 'aylin', 'attend_call', id)
      expect(await isOnline(session, id)).toBe(true)
    })
  })

  test('can be reported by doctors only, from at most twenty pages', async () => {
    await db.as(superuser, async (session) => {
      for (const person of ['leyla', 'nigar', 'mallory'])
        expect(await refusal(call(session, person, 'watch_waiting_room', page))).toEqual(['P0001', 'not_yours'])
      for (let n = 0; n < 25; n++) await call(session, 'aylin', 'watch_waiting_room', idOf(`page ${n}`))
      expect(await asOwner(session, 'select from private.doctor_pages')).toHaveLength(20)
    })
  })

  test('is announced to waiting patients when it changes, not with every heartbeat', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      const count = async () => (await asOwner(session, 'select from realtime.messages where topic = $1', [`appointment:${id}`])).length
      const before = await count()
      await call(session, 'aylin', 'watch_waiting_room', page)
      expect(await count()).toBe(before + 1)
      await letPass(session, '12 seconds')
      await call(session, 'aylin', 'watch_waiting_room', page)
      await call(session, 'aylin', 'watch_waiting_room', other)
      expect(await count()).toBe(before + 1)
    })
  })
})
