import { describe, expect, test } from 'vitest'
import { anonymous, arrange, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'
import { arrive, asOwner, call, heard, idsOf, letPass, listed, statusOf } from './waiting.ts'

const db = useClinic()

const doctorsTopic = () => `doctor:${db.aylin}:waiting`

/** Adds appointments of two patients with one doctor: leyla's has started, and murat's is next. */
async function arrangeTwo(session: Session) {
  const leyla = await arrange(session, 'leyla', db.aylin, { startsIn: '-35 minutes' })
  const murat = await arrange(session, 'murat', db.aylin, { startsIn: '10 minutes' })
  // The room of leyla's appointment is open, because its call has started.
  await asOwner(session, "update appointments set call_started_at = now() - interval '25 minutes' where id = $1", [leyla.id])
  await heard(session)
  return { leyla: leyla.id, murat: murat.id }
}

const FUNCTIONS = ['wait_for_doctor', 'get_waiting_status', 'leave_waiting_room', 'attend_call', 'leave_call']

describe('permissions', () => {
  test('the patient of the appointment can arrive, and only its doctor sees them', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      expect(await arrive(session, 'leyla', id)).toMatchObject({
        doctor_is_here: false,
        doctor_is_busy: false,
        patients_ahead: 0,
        answer: null,
      })
      expect(await listed(session)).toMatchObject([{ appointment_id: id, first_name: 'leyla', answer: null }])
      for (const other of ['rauf', 'nigar', 'leyla', 'mallory']) expect(await listed(session, other)).toEqual([])
    })
  })

  test.each(['wait_for_doctor', 'get_waiting_status', 'leave_waiting_room'])('only the patient can call %s', async (name) => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      expect(await refusal(call(session, 'leyla', name, id))).toBe('was allowed')
      for (const person of ['aylin', 'murat', 'rauf', 'nigar', 'mallory'])
        expect(await refusal(call(session, person, name, id))).toEqual(['P0001', 'not_yours'])
      expect(await refusal(call(session, 'leyla', name, idOf('nothing')))).toEqual(['P0001', 'not_yours'])
    })
  })

  test('only the doctor of the appointment can answer, attend and leave', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      for (const person of ['leyla', 'murat', 'rauf', 'nigar', 'mallory']) {
        expect(await refusal(call(session, person, 'answer_waiting', id, 'now'))).toEqual(['P0001', 'not_yours'])
        expect(await refusal(call(session, person, 'attend_call', id))).toEqual(['P0001', 'not_yours'])
      }
      expect(await statusOf(session, 'leyla', id)).toMatchObject({ answer: null, doctor_is_here: false })
      await call(session, 'aylin', 'answer_waiting', id, 'in_5_minutes')
      expect(await statusOf(session, 'leyla', id)).toMatchObject({ answer: 'in_5_minutes', answered_at: expect.any(Date) })
      await call(session, 'aylin', 'attend_call', id)
      for (const person of ['leyla', 'rauf', 'nigar']) await call(session, person, 'leave_call', id)
      expect(await statusOf(session, 'leyla', id)).toMatchObject({ doctor_is_here: true })
      await call(session, 'aylin', 'leave_call', id)
      expect(await statusOf(session, 'leyla', id)).toMatchObject({ doctor_is_here: false })
    })
  })

  test('visitors and the secret key cannot call the functions, and nobody can read or write the tables', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      for (const who of [anonymous, serviceRole]) {
        for (const name of FUNCTIONS) expect((await refusal(call(session, who, name, id)))[0]).toBe('42501')
        expect((await refusal(call(session, who, 'list_waiting')))[0]).toBe('42501')
        expect((await refusal(call(session, who, 'answer_waiting', id, 'now')))[0]).toBe('42501')
      }
      for (const table of ['waiting_patients', 'doctors_in_call']) {
        for (const person of ['leyla', 'aylin', 'nigar']) {
          for (const sql of [`select from private.${table}`, `delete from private.${table}`])
            expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
        }
      }
    })
  })

  test.each(['waiting_status($1)', 'remove_stale_waiting($1, 10)', 'announce_waiting($1)', "fail_unless_room_is_open($1, 'patient')"])(
    'clients cannot call private.%s',
    async (inner) => {
      for (const person of ['leyla', 'aylin', 'nigar'])
        expect((await refusal(db.as(person, ({ query }) => query(`select private.${inner}`, [idOf('x')]))))[0]).toBe('42501')
    },
  )

  test('an unknown answer is refused', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      expect(await refusal(call(session, 'aylin', 'answer_waiting', id, 'never'))).toEqual(['23514', 'waiting_patients_answer_is_known'])
    })
  })
})

describe('the waiting room of a closed appointment', () => {
  test.each(['pending', 'completed', 'cancelled'])('cannot be entered if the appointment is %s', async (status) => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes', status })
      expect(await refusal(arrive(session, 'leyla', id))).toEqual(['P0001', 'room_not_confirmed'])
      expect(await refusal(call(session, 'aylin', 'attend_call', id))).toEqual(['P0001', 'room_not_confirmed'])
    })
  })

  test.each([
    ['20 minutes', 'room_too_early'],
    ['-1 hour', 'room_over'],
  ])('cannot be entered if the appointment starts in %s', async (startsIn, name) => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn })
      expect(await refusal(arrive(session, 'leyla', id))).toEqual(['P0001', name])
      expect(await refusal(call(session, 'aylin', 'attend_call', id))).toEqual(['P0001', name])
    })
  })
})

describe('heartbeats', () => {
  test('waiting ends after 30 seconds without a heartbeat, and the next heartbeat is a new arrival', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      await asOwner(session, "update private.waiting_patients set arrived_at = now() - interval '4 minutes'")
      await letPass(session, '29 seconds')
      expect(await idsOf(session)).toEqual([id])
      await letPass(session, '2 seconds')
      expect(await idsOf(session)).toEqual([])
      expect(await statusOf(session, 'leyla', id)).toMatchObject({ arrived_at: null })
      expect(await refusal(call(session, 'aylin', 'answer_waiting', id, 'now'))).toEqual(['P0001', 'not_waiting'])
      const { arrived_at } = await arrive(session, 'leyla', id)
      expect(Date.now() - Number(arrived_at)).toBeLessThan(60_000)
    })
  })

  test('a heartbeat keeps the time of arrival and notifies the doctor’s page only that the patient is still there', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await heard(session)
      const { arrived_at } = await arrive(session, 'leyla', id)
      expect(await heard(session)).toEqual([`appointment:${id} waiting_changed`, `${doctorsTopic()} waiting_changed`])
      await letPass(session, '12 seconds')
      expect((await arrive(session, 'leyla', id)).arrived_at).toEqual(arrived_at)
      expect(await heard(session)).toEqual([`${doctorsTopic()} waiting_seen`])
    })
  })

  test('heartbeats within five seconds write and send nothing', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      await letPass(session, '3 seconds')
      await heard(session)
      const rowOf = () => asOwner(session, 'select xmin::text, last_seen_at from private.waiting_patients')
      const before = await rowOf()
      for (let n = 0; n < 5; n++) await arrive(session, 'leyla', id)
      expect(await rowOf()).toEqual(before)
      expect(await heard(session)).toEqual([])
    })
  })

  test('arriving and leaving repeatedly is rate limited', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      const counted = "select private.is_within_limit('waiting:' || $1, 1, 60) from generate_series(1, 118)"
      await asOwner(session, counted, [idOf('leyla')])
      for (const expected of ['was allowed', 'was allowed', ['P0001', 'too_many_calls']]) {
        expect(await refusal(arrive(session, 'leyla', id))).toEqual(expected)
        await call(session, 'leyla', 'leave_waiting_room', id)
      }
    })
  })

  test('a patient who reloads the page keeps their place', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      await asOwner(session, "update private.waiting_patients set arrived_at = now() - interval '4 minutes'")
      const [before] = await listed(session)
      await call(session, 'leyla', 'leave_waiting_room', id)
      expect(await idsOf(session)).toEqual([])
      await letPass(session, '4 seconds')
      expect((await arrive(session, 'leyla', id)).arrived_at).toEqual(before?.arrived_at)
    })
  })

  test('the scheduled job and other people’s heartbeats remove stale rows and announce it', async () => {
    await db.as(superuser, async (session) => {
      const { leyla, murat } = await arrangeTwo(session)
      const rows = async (condition: string) => (await asOwner(session, `select from private.waiting_patients where ${condition}`)).length
      await arrive(session, 'leyla', leyla)
      await letPass(session, '31 seconds')
      await heard(session)
      await arrive(session, 'murat', murat)
      expect(await rows('left_at is null')).toBe(1)
      expect(await heard(session)).toContain(`appointment:${leyla} waiting_changed`)
      await call(session, 'aylin', 'attend_call', leyla)
      await letPass(session, '31 seconds')
      await heard(session)
      await session.as(serviceRole, ({ query }) => query('select * from close_past_appointments(200)'))
      expect(await rows('left_at is null')).toBe(0)
      expect(await asOwner(session, 'select from private.doctors_in_call')).toHaveLength(0)
      expect(await heard(session)).toContain(`${doctorsTopic()} waiting_changed`)
      // The row stays for five minutes, because it keeps the room open after a lost connection.
      expect(await rows('true')).toBe(1)
      await letPass(session, '5 minutes')
      await session.as(serviceRole, ({ query }) => query('select * from close_past_appointments(200)'))
      expect(await rows('true')).toBe(0)
    })
  })
})

describe('the end of waiting', () => {
  const endings: [string, (session: Session, id: string) => Promise<unknown>][] = [
    ['the doctor enters the call', (session, id) => call(session, 'aylin', 'attend_call', id)],
    ['the call has started', (session, id) => asOwner(session, 'update appointments set call_started_at = now() where id = $1', [id])],
    ['the appointment is completed', (session, id) => setStatus(session, 'aylin', id, 'completed')],
    ['the appointment is cancelled', (session, id) => setStatus(session, 'aylin', id, 'cancelled')],
    [
      'the appointment is moved',
      async (session, id) => {
        await asOwner(session, 'alter table appointments disable trigger appointments_guard')
        await asOwner(
          session,
          `update appointments set appointment_date = appointment_date + 7, starts_at = starts_at + interval '7 days',
             ends_at = ends_at + interval '7 days', blocked = tstzrange(lower(blocked) + interval '7 days', upper(blocked) + interval '7 days') where id = $1`,
          [id],
        )
      },
    ],
  ]
  test.each(endings)('is announced to both when %s', async (_, end) => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-5 minutes' })
      await arrive(session, 'leyla', id)
      await heard(session)
      await end(session, id)
      expect(await idsOf(session)).toEqual([])
      expect(await asOwner(session, 'select from private.waiting_patients')).toHaveLength(0)
      const messages = await heard(session)
      expect(messages).toContain(`${doctorsTopic()} waiting_changed`)
      expect(messages).toContain(`appointment:${id} waiting_changed`)
    })
  })

  test('is not caused by a note or by another appointment', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      const other = await arrange(session, 'murat', db.aylin, { startsIn: '2 days', status: 'pending' })
      await arrive(session, 'leyla', id)
      await heard(session)
      await session.as('aylin', ({ query }) => query("update appointments set notes = 'x' where id = $1", [id]))
      await setStatus(session, 'aylin', other.id, 'confirmed')
      expect(await idsOf(session)).toEqual([id])
      expect(await heard(session)).toEqual([])
    })
  })

  test('is not undone by a heartbeat while the doctor is in the call', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await arrive(session, 'leyla', id)
      await call(session, 'aylin', 'attend_call', id)
      expect(await arrive(session, 'leyla', id)).toMatchObject({ arrived_at: null, doctor_is_here: true, minutes_late: 0 })
      expect(await idsOf(session)).toEqual([])
      // The doctor's heartbeats stopped, so the patient waits again.
      await letPass(session, '31 seconds')
      expect(await arrive(session, 'leyla', id)).toMatchObject({ arrived_at: expect.any(Date), doctor_is_here: false })
      expect(await idsOf(session)).toEqual([id])
    })
  })
})

describe('several patients', () => {
  test('the doctor sees the patients in the order of their arrival', async () => {
    await db.as(superuser, async (session) => {
      const { leyla, murat } = await arrangeTwo(session)
      await arrive(session, 'murat', murat)
      await asOwner(session, "update private.waiting_patients set arrived_at = now() - interval '2 minutes'")
      await arrive(session, 'leyla', leyla)
      expect(await idsOf(session)).toEqual([murat, leyla])
      await asOwner(session, "update private.waiting_patients set arrived_at = now() - interval '3 minutes' where appointment_id = $1", [
        leyla,
      ])
      expect(await idsOf(session)).toEqual([leyla, murat])
    })
  })

  test('patients learn only how many patients with earlier appointments are waiting', async () => {
    await db.as(superuser, async (session) => {
      const { leyla, murat } = await arrangeTwo(session)
      await arrive(session, 'murat', murat)
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ patients_ahead: 0 })
      await heard(session)
      await arrive(session, 'leyla', leyla)
      expect(await heard(session)).toContain(`appointment:${murat} waiting_changed`)
      const status = await statusOf(session, 'murat', murat)
      expect(status).toMatchObject({ patients_ahead: 1 })
      expect(JSON.stringify(status)).not.toMatch(new RegExp(`leyla|${leyla}|${idOf('leyla')}`))
      expect(await statusOf(session, 'leyla', leyla)).toMatchObject({ patients_ahead: 0 })
    })
  })

  test('a doctor in another consultation is busy, and late until its scheduled end', async () => {
    await db.as(superuser, async (session) => {
      const { leyla, murat } = await arrangeTwo(session)
      await arrive(session, 'murat', murat)
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ doctor_is_busy: false, minutes_late: 0 })
      await heard(session)
      await call(session, 'aylin', 'attend_call', leyla)
      expect(await heard(session)).toContain(`appointment:${murat} waiting_changed`)
      // The other call began 25 minutes ago and takes half an hour, so it ends before murat's appointment.
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ doctor_is_busy: true, minutes_late: 0 })
      await asOwner(session, "update appointments set call_started_at = now() - interval '5 minutes' where id = $1", [leyla])
      const late = (await statusOf(session, 'murat', murat))?.minutes_late
      expect(late).toBeGreaterThanOrEqual(15)
      expect(late).toBeLessThanOrEqual(16)
      await call(session, 'aylin', 'leave_call', leyla)
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ doctor_is_busy: false, minutes_late: 0 })
    })
  })

  test('a doctor alone in another room is not busy until that consultation begins', async () => {
    await db.as(superuser, async (session) => {
      const { leyla, murat } = await arrangeTwo(session)
      await asOwner(session, 'update appointments set call_started_at = null where id = $1', [leyla])
      await asOwner(session, 'alter table appointments disable trigger user')
      await asOwner(
        session,
        "update appointments set ends_at = starts_at + interval '40 minutes', session_duration = 40, blocked = tstzrange(starts_at, starts_at + interval '42 minutes'), gap_minutes = 2 where id = $1",
        [leyla],
      )
      await asOwner(session, 'alter table appointments enable trigger user')
      await arrive(session, 'murat', murat)
      await call(session, 'aylin', 'attend_call', leyla)
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ doctor_is_busy: false })
      await heard(session)
      await asOwner(session, 'update appointments set call_started_at = now() where id = $1', [leyla])
      expect(await heard(session)).toContain(`appointment:${murat} waiting_changed`)
      expect(await statusOf(session, 'murat', murat)).toMatchObject({ doctor_is_busy: true })
    })
  })

  test('the doctor is late by the minutes since the start if there is no other consultation', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-12 minutes' })
      const { minutes_late } = await arrive(session, 'leyla', id)
      expect(minutes_late).toBeGreaterThanOrEqual(12)
      expect(minutes_late).toBeLessThanOrEqual(13)
    })
  })
})

describe('the topic of a doctor’s waiting room', () => {
  async function rights(person: Person, topic: string, extension = 'broadcast') {
    return db.as(superuser, async (owner) => {
      await owner.query('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [topic, extension])
      return owner.as(person, async ({ query }) => {
        await query("select set_config('realtime.topic', $1, true)", [topic])
        const reads = (await query('select from realtime.messages where topic = $1 and extension = $2', [topic, extension])).length > 0
        const written = query('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [topic, extension])
        return { reads, writes: (await refusal(written)) === 'was allowed' }
      })
    })
  }

  test('can be read but not written by the doctor', async () => {
    expect(await rights('aylin', doctorsTopic())).toEqual({ reads: true, writes: false })
  })

  test.each<Person>(['rauf', 'leyla', 'nigar', 'mallory', anonymous])('can be neither read nor written by %o', async (person) => {
    expect(await rights(person, doctorsTopic())).toEqual({ reads: false, writes: false })
  })

  test('has no presence, and similar topics are refused', async () => {
    expect(await rights('aylin', doctorsTopic(), 'presence')).toEqual({ reads: false, writes: false })
    for (const topic of [`doctor:${db.aylin}`, `doctor:${db.aylin}:waiting:x`, `x:doctor:${db.aylin}:waiting`, 'doctor::waiting'])
      expect(await rights('aylin', topic)).toEqual({ reads: false, writes: false })
  })
})
