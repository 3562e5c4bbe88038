// Moving an appointment: permissions, deadlines, possible times, and the effects on its status, mails and reminders.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  emailOf,
  IN_A_WEEK,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()

interface Moved {
  id: string
  status: string
  starts_at: Date
  previous_starts_at: Date
  rescheduled_by: string
  reschedule_message: string | null
  reschedule_count: number
}

async function move(
  session: Session,
  person: Person,
  id: string,
  { time = '14:00', date = IN_A_WEEK, message = null as string | null } = {},
) {
  const [moved] = await session.as(person, ({ query }) =>
    query<Moved>(`select * from reschedule_appointment($1, ${date}, $2, $3)`, [id, time, message]),
  )
  if (!moved) throw new Error('nothing was moved')
  return moved
}

const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const rowOf = async (session: Session, id: string) => (await session.query('select * from appointments where id = $1', [id]))[0]

const outbox = (session: Session) =>
  session.query("select kind, recipient, state from private.mail_outbox where dedupe_key not like '%before move%' order by kind, recipient")

async function confirmed(session: Session) {
  const { id, starts_at } = await book(session, 'leyla', db.aylin)
  await setStatus(session, 'aylin', id, 'confirmed')
  return { id, starts_at }
}

describe('permission to move', () => {
  test.each<[Person, string, string]>([
    ['leyla', 'patient', 'pending'],
    ['aylin', 'doctor', 'confirmed'],
    ['nigar', 'admin', 'confirmed'],
  ])('%s can move a confirmed appointment as %s, after which it is %s', async (person, by, status) => {
    await inTest(async (session) => {
      const { id, starts_at } = await confirmed(session)
      const moved = await move(session, person, id, { message: '  Toplantım var ' })
      expect(moved).toMatchObject({ id, status, previous_starts_at: starts_at, rescheduled_by: by, reschedule_message: 'Toplantım var' })
      expect(moved.starts_at.getTime() - starts_at.getTime()).toBe(4 * 3_600_000)
      expect(await rowOf(session, id)).toEqual(moved)
    })
  })

  test.each<Person>(['leyla', 'aylin', 'nigar'])('%s can move a request, which stays pending', async (person) => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await move(session, person, id)).toMatchObject({ status: 'pending', reschedule_count: 1, reschedule_message: null })
    })
  })

  test.each<Person>(['mallory', 'murat', 'rauf', anonymous, serviceRole])(
    '%o gets the same refusal as for an unknown appointment',
    async (person) => {
      await inTest(async (session) => {
        const { id } = await confirmed(session)
        const before = await rowOf(session, id)
        const answer = await refusal(move(session, person, id))
        expect(answer[0]).toBe('42501')
        expect(await refusal(move(session, person, crypto.randomUUID()))).toEqual(answer)
        expect(await rowOf(session, id)).toEqual(before)
      })
    },
  )

  test('nobody can write the columns of a move directly', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      for (const person of ['leyla', 'aylin', 'nigar'])
        for (const change of [
          "appointment_time = '14:00'",
          'previous_starts_at = now()',
          "reschedule_message = 'x'",
          'reschedule_count = 5',
        ])
          expect(await refusal(session.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id])))).toEqual([
            'P0001',
            'appointment_is_fixed',
          ])
    })
  })
})

describe('the deadline of a move', () => {
  test.each([
    ['25 hours', 'was allowed'],
    ['23 hours', ['P0001', 'cancellation_too_late']],
  ])('a move by a patient %s before the start results in %j, with a deadline of 24 hours', async (startsIn, expected) => {
    for (const status of ['pending', 'confirmed'])
      await inTest(async (session) => {
        const { id } = await arrange(session, 'leyla', db.aylin, { startsIn, status })
        expect(await refusal(move(session, 'leyla', id))).toEqual(expected)
      })
  })

  test('staff can move until the start, and nobody afterwards', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '2 minutes' })
      expect(await move(session, 'aylin', id)).toMatchObject({ status: 'confirmed' })
      const begun = await arrange(session, 'murat', db.rauf, { startsIn: '-1 minute' })
      for (const person of ['murat', 'rauf', 'nigar'])
        expect(await refusal(move(session, person, begun.id))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })

  test.each(['cancelled', 'completed'])('nobody can move a %s appointment', async (status) => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 days', status })
      for (const person of ['leyla', 'aylin', 'nigar'])
        expect(await refusal(move(session, person, id))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })
})

describe('the new time of a move', () => {
  const cases: [string, { time?: string; date?: string }, [string, string] | 'was allowed'][] = [
    ['a time that is taken', { time: '12:00' }, ['23505', 'appointments_slot_is_single']],
    ['an overlap', { time: '12:15' }, ['23P01', 'appointments_doctor_is_free']],
    ['a time within the gap', { time: '11:30' }, ['23P01', 'appointments_doctor_is_free']],
    ['its own time', { time: '10:00' }, ['23505', 'appointments_slot_is_single']],
    ['an overlap with itself', { time: '10:15' }, 'was allowed'],
    ['a time outside the hours', { time: '18:00' }, ['P0001', 'slot_not_offered']],
    ['a time off the grid', { time: '14:05' }, ['P0001', 'slot_not_offered']],
    ['a past day', { date: "(now() at time zone 'Europe/Istanbul')::date - 1" }, ['P0001', 'slot_not_offered']],
    ['a time that somebody holds', { time: '16:00' }, ['23505', 'appointments_slot_is_single']],
    ['a time when the patient is with another doctor', { time: '15:00' }, ['23P01', 'appointments_patient_is_free']],
  ]
  test.each(cases)('%s gets the expected answer', async (_, to, expected) => {
    for (const person of ['leyla', 'aylin', 'nigar'])
      await inTest(async (session) => {
        const { id } = await confirmed(session)
        await book(session, 'murat', db.aylin, { time: '12:00' })
        // 16:00 in Baku is 15:00 in Istanbul.
        await book(session, 'leyla', db.rauf, { time: '16:00' })
        await session.as('mallory', ({ query }) => query(`select hold_slot($1, ${IN_A_WEEK}, '16:00')`, [db.aylin]))
        const [before, mails] = [await rowOf(session, id), await outbox(session)]
        expect(await refusal(move(session, person, id, to))).toEqual(expected)
        if (expected === 'was allowed') return
        expect(await rowOf(session, id)).toEqual(before)
        expect(await outbox(session)).toEqual(mails)
      })
  })

  test('a refusal reveals nothing about the conflicting appointment', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      await book(session, 'murat', db.aylin, { time: '12:00' })
      const error = (await move(session, 'leyla', id, { time: '12:15' }).catch((thrown: unknown) => thrown)) as { detail?: string }
      expect(error.detail).toBeUndefined()
    })
  })

  test('the old time is free at once, and the doctor’s settings apply to the new time', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      await move(session, 'leyla', id)
      expect(await refusal(book(session, 'murat', db.aylin, { time: '10:00' }))).toBe('was allowed')
      await session.query('update doctors set max_appointments_per_day = 2, gap_minutes = 30 where id = $1', [db.aylin])
      // On a full day the appointment does not count against itself, and it takes the current gap.
      await move(session, 'leyla', id, { time: '15:00' })
      expect(await session.query('select gap_minutes from appointments where id = $1', [id])).toEqual([{ gap_minutes: 30 }])
      await session.query('update doctors set booking_horizon_days = 3 where id = $1', [db.aylin])
      expect(await refusal(move(session, 'leyla', id, { time: '16:00' }))).toEqual(['P0001', 'slot_not_offered'])
    })
  })

  test('a message of more than 500 characters is refused', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      expect(await refusal(move(session, 'leyla', id, { message: 'x'.repeat(501) }))).toEqual([
        '23514',
        'appointments_reschedule_message_is_short',
      ])
    })
  })

  test('a patient with ten open appointments can move one of them', async () => {
    await inTest(async (session) => {
      const ids: string[] = []
      for (let day = 0; day < 10; day++) ids.push((await book(session, 'leyla', db.aylin, { date: `${IN_A_WEEK} + ${day}` })).id)
      expect(await refusal(move(session, 'leyla', ids[0] ?? ''))).toBe('was allowed')
    })
  })
})

test('a move counts towards the limit of sixty bookings a day', async () => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    for (let count = 1; count < 60; count++) await move(session, 'leyla', id, { time: count % 2 ? '14:00' : '10:00' })
    expect(await refusal(move(session, 'leyla', id, { time: '15:00' }))).toEqual(['P0001', 'too_many_bookings'])
  })
})

test('the appointment stays confirmed if the doctor confirms automatically', async () => {
  await inTest(async (session) => {
    const { id } = await confirmed(session)
    await session.query('update doctors set auto_confirm = true where id = $1', [db.aylin])
    expect(await move(session, 'leyla', id)).toMatchObject({ status: 'confirmed' })
  })
})

describe('the effects of a move', () => {
  test('both get a mail about every move and a later confirmation, and mails with the old time are dropped', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      const both = (kind: string) =>
        [emailOf('leyla'), 'praxis.kaya@example.test'].map((recipient) => ({ kind, recipient, state: 'waiting' }))
      await move(session, 'leyla', id)
      expect(await outbox(session)).toEqual(both('appointment_rescheduled'))
      await move(session, 'leyla', id, { time: '15:00' })
      await setStatus(session, 'aylin', id, 'confirmed')
      expect(await outbox(session)).toEqual([...both('appointment_confirmed'), ...both('appointment_rescheduled')])
      const claimed = await session.as(serviceRole, ({ query }) =>
        query<{ kind: string }>('select kind from claim_due_mails(20) order by 1'),
      )
      expect(claimed.map(({ kind }) => kind)).toEqual(
        ['confirmed', 'confirmed', 'rescheduled', 'rescheduled'].map((each) => `appointment_${each}`),
      )
    })
  })

  test('the mail about a move is dropped once the appointment is cancelled', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      await move(session, 'aylin', id)
      await setStatus(session, 'aylin', id, 'cancelled')
      const claimed = await session.as(serviceRole, ({ query }) => query('select kind from claim_due_mails(20)'))
      expect(claimed).toEqual([{ kind: 'appointment_cancelled' }, { kind: 'appointment_cancelled' }])
    })
  })

  test('reminders start over', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '40 hours' })
      const marks = () => session.query<{ kind: string }>('select kind from private.reminder_marks where appointment_id = $1', [id])
      const due = () => session.as(serviceRole, ({ query }) => query('select record_due_reminders() as count'))
      await session.query("insert into private.reminder_marks (appointment_id, kind) values ($1, '24h'), ($1, '1h')", [id])
      await session.query(
        "insert into private.mail_outbox (kind, recipient, language, payload, state, sent_at, dedupe_key) values ('appointment_reminder_24h', 'a@b.cc', 'tr', null, 'sent', now(), $1)",
        [`appointment_reminder_24h:${id}:patient`],
      )
      await move(session, 'aylin', id)
      expect(await marks()).toEqual([])
      expect(await due()).toEqual([{ count: 0 }])
      await session.query('alter table appointments drop constraint appointments_starts_when_its_clock_says')
      await session.query(
        `update appointments set starts_at = now() + interval '25 hours', ends_at = now() + interval '25 hours 30 minutes',
           blocked = tstzrange(now() + interval '25 hours', now() + interval '25 hours 40 minutes') where id = $1`,
        [id],
      )
      expect(await due()).toEqual([{ count: 1 }])
      expect((await outbox(session)).filter(({ kind }) => kind === 'appointment_reminder_24h')).toHaveLength(2)
    })
  })

  test('the log has the author and both times, but not the message', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      await move(session, 'leyla', id, { message: 'Migren' })
      const entries = await session.query<{ action: string; details: object }>(
        "select action, details from audit_log where subject = $1 and action <> 'appointment.confirmed'",
        [`appointment:${id}`],
      )
      expect(entries).toEqual([
        {
          action: 'appointment.rescheduled',
          details: {
            from: expect.any(String),
            to: expect.any(String),
            by: 'patient',
            status: ['confirmed', 'pending'],
            fields: ['reschedule_message'],
          },
        },
      ])
      expect(JSON.stringify(entries)).not.toContain('Migren')
    })
  })

  test('the message is deleted when the patient’s data is erased', async () => {
    await inTest(async (session) => {
      const { id } = await confirmed(session)
      await move(session, 'leyla', id, { message: 'Migren' })
      await session.as('leyla', ({ query }) => query('select erase_my_account($1)', [emailOf('leyla')]))
      expect(await session.query('select status, reschedule_message from appointments where id = $1', [id])).toEqual([
        { status: 'cancelled', reschedule_message: null },
      ])
    })
  })
})
