// The end of appointments: who cancelled and why, unanswered requests, and confirmed appointments that nobody closed.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  IN_A_WEEK,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()

const endOf = async ({ query }: Session, id: string) =>
  (await query('select status, cancelled_by, cancellation_reason from appointments where id = $1', [id]))[0]

const cancelWith = (session: Session, person: Person, id: string, reason: string | null) =>
  session.as(person, ({ query }) =>
    query('update appointments set status = $2, cancellation_reason = $3 where id = $1 returning cancelled_by, cancellation_reason', [
      id,
      'cancelled',
      reason,
    ]),
  )

const closePast = async (session: Session, most = 200) =>
  (await session.as(serviceRole, ({ query }) => query('select * from close_past_appointments($1)', [most])))[0]

const mailKinds = async ({ query }: Session, id: string) =>
  (await query<{ kind: string }>("select kind from private.mail_outbox where dedupe_key like '%' || $1 || '%' order by kind", [id])).map(
    ({ kind }) => kind,
  )

describe('the author of a cancellation', () => {
  test.each([
    ['leyla', 'patient'],
    ['aylin', 'doctor'],
    ['nigar', 'admin'],
  ])('%s is recorded as %s', async (person, expected) => {
    await db.as(superuser, async (owner) => {
      for (const status of ['pending', 'confirmed']) {
        const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '5 days', status })
        await setStatus(owner, person, id, 'cancelled')
        expect(await endOf(owner, id)).toEqual({ status: 'cancelled', cancelled_by: expected, cancellation_reason: null })
      }
    })
  })

  test('an admin who cancels their own appointment is recorded as its patient', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'nigar', db.aylin)
      await setStatus(owner, 'nigar', id, 'cancelled')
      expect(await endOf(owner, id)).toMatchObject({ cancelled_by: 'patient' })
    })
  })

  test('is the patient if the account is erased', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      await owner.as('leyla', ({ query }) => query("select erase_my_account('leyla@example.test')"))
      expect(await endOf(owner, id)).toMatchObject({ status: 'cancelled', cancelled_by: 'patient' })
    })
  })

  test.each(['leyla', 'aylin', 'nigar'])('cannot be set by %s', async (person) => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      for (const change of ["cancelled_by = 'expired'", "status = 'cancelled', cancelled_by = 'admin'"]) {
        const attempt = owner.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id]))
        expect(await refusal(attempt)).toEqual(['P0001', 'appointment_is_fixed'])
      }
    })
  })

  test('cannot be set in a booking, and neither can the reason', async () => {
    for (const column of ['cancelled_by', 'cancellation_reason']) {
      const insert = `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, ${column})
        values ($1, $2, ${IN_A_WEEK}, '12:00', 'x', 'admin')`
      expect(await refusal(db.as('leyla', ({ query }) => query(insert, [idOf('leyla'), db.aylin])))).toEqual([
        '42501',
        'permission denied for table appointments',
      ])
    }
  })
})

describe('the reason', () => {
  test.each([
    ['aylin', 'doctor'],
    ['nigar', 'admin'],
  ])('can be given by %s with the cancellation, is trimmed, and can be read by the patient', async (person, by) => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await cancelWith(owner, person, id, '  Acil ameliyat \n')).toEqual([
        { cancelled_by: by, cancellation_reason: 'Acil ameliyat' },
      ])
      expect(await owner.as('leyla', (leyla) => endOf(leyla, id))).toMatchObject({ cancellation_reason: 'Acil ameliyat' })
      expect(await owner.as('murat', (murat) => endOf(murat, id))).toBeUndefined()
    })
  })

  test('is optional, and blanks are stored as null', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await cancelWith(owner, 'aylin', id, ' \n ')).toEqual([{ cancelled_by: 'doctor', cancellation_reason: null }])
    })
  })

  test('cannot be written by the patient, or by anybody without or after a cancellation', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      const refused = ['P0001', 'reason_not_allowed']
      expect(await refusal(cancelWith(owner, 'leyla', id, 'Yorgunum'))).toEqual(refused)
      const write = (person: Person) =>
        owner.as(person, ({ query }) => query("update appointments set cancellation_reason = 'x' where id = $1 returning id", [id]))
      for (const person of ['leyla', 'aylin', 'nigar']) expect(await refusal(write(person))).toEqual(refused)
      await cancelWith(owner, 'aylin', id, 'Acil ameliyat')
      for (const person of ['leyla', 'aylin', 'nigar']) expect(await refusal(write(person))).toEqual(refused)
      for (const person of ['mallory', 'rauf']) expect(await write(person)).toHaveLength(0)
    })
  })

  test('is limited to 500 characters', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await refusal(cancelWith(owner, 'aylin', id, 'x'.repeat(501)))).toEqual(['23514', 'appointments_cancellation_reason_is_short'])
      expect(await refusal(cancelWith(owner, 'aylin', id, 'x'.repeat(500)))).toBe('was allowed')
    })
  })

  test('is erased with the patient’s data, and the log never contains its text', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      await cancelWith(owner, 'aylin', id, 'gizli neden')
      const [entry] = await owner.query("select details from audit_log where action = 'appointment.cancelled'")
      expect(entry).toEqual({ details: { from: 'pending', to: 'cancelled', by: 'doctor', fields: ['cancellation_reason'] } })
      await owner.as('leyla', ({ query }) => query("select erase_my_account('leyla@example.test')"))
      expect(await endOf(owner, id)).toEqual({ status: 'cancelled', cancelled_by: 'doctor', cancellation_reason: null })
    })
  })
})

describe('a request whose time has passed', () => {
  test('expires with a mail and a log entry, and a future request stays', async () => {
    await db.as(superuser, async (owner) => {
      const past = await arrange(owner, 'leyla', db.aylin, { startsIn: '-1 minute', status: 'pending' })
      const coming = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status: 'pending' })
      expect(await mailKinds(owner, past.id)).not.toContain('appointment_cancelled')
      expect(await closePast(owner)).toEqual({ expired: 1, completed: 0 })
      expect(await endOf(owner, past.id)).toEqual({ status: 'cancelled', cancelled_by: 'expired', cancellation_reason: null })
      expect(await endOf(owner, coming.id)).toMatchObject({ status: 'pending', cancelled_by: null })
      expect(await mailKinds(owner, past.id)).toContain('appointment_cancelled')
      expect(await owner.query("select actor, action, subject, details from audit_log where action like 'appointment.%'")).toEqual([
        {
          actor: null,
          action: 'appointment.cancelled',
          subject: `appointment:${past.id}`,
          details: { from: 'pending', to: 'cancelled', by: 'expired' },
        },
      ])
      expect(await closePast(owner)).toEqual({ expired: 0, completed: 0 })
    })
  })

  test('is not counted as pending, even before the scheduled run', async () => {
    await db.as(superuser, async (owner) => {
      await arrange(owner, 'leyla', db.aylin, { startsIn: '-1 minute', status: 'pending' })
      await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status: 'pending' })
      const [stats] = await owner.as('nigar', ({ query }) => query('select pending from get_dashboard_stats()'))
      expect(stats).toEqual({ pending: '1' })
    })
  })

  test('causes a mail when staff reject it, like a future request', async () => {
    await db.as(superuser, async (owner) => {
      const past = await arrange(owner, 'leyla', db.aylin, { startsIn: '-2 hours', status: 'pending' })
      const coming = await arrange(owner, 'leyla', db.aylin, { startsIn: '2 days', status: 'pending' })
      for (const { id } of [past, coming]) {
        await setStatus(owner, 'aylin', id, 'cancelled')
        expect(await mailKinds(owner, id)).toContain('appointment_cancelled')
      }
      expect(await endOf(owner, past.id)).toMatchObject({ cancelled_by: 'doctor' })
    })
  })
})

describe('a confirmed appointment that nobody closed', () => {
  test('is completed after a week, not before, and without a mail', async () => {
    await db.as(superuser, async (owner) => {
      const old = await arrange(owner, 'leyla', db.aylin, { startsIn: '-8 days' })
      const recent = await arrange(owner, 'leyla', db.aylin, { startsIn: '-6 days' })
      const before = await mailKinds(owner, old.id)
      expect(await closePast(owner)).toEqual({ expired: 0, completed: 1 })
      expect(await endOf(owner, old.id)).toEqual({ status: 'completed', cancelled_by: null, cancellation_reason: null })
      expect(await endOf(owner, recent.id)).toMatchObject({ status: 'confirmed' })
      expect(await mailKinds(owner, old.id)).toEqual(before)
      expect(await owner.query("select actor, action, details from audit_log where action like 'appointment.%'")).toEqual([
        { actor: null, action: 'appointment.completed', details: { from: 'confirmed', to: 'completed', by: 'system' } },
      ])
    })
  })
})

describe('the schedule', () => {
  test('closes at most the given number, the oldest first', async () => {
    await db.as(superuser, async (owner) => {
      for (const hours of [3, 1, 2]) await arrange(owner, 'leyla', db.aylin, { startsIn: `-${hours} hours`, status: 'pending' })
      expect(await closePast(owner, 2)).toEqual({ expired: 2, completed: 0 })
      const left = await owner.query(
        "select (now() - starts_at < interval '90 minutes') as is_newest from appointments where status = 'pending'",
      )
      expect(left).toEqual([{ is_newest: true }])
    })
  })

  test('skips appointments that somebody else is changing', async () => {
    const { id } = await db.keep(superuser, (owner) => arrange(owner, 'murat', db.rauf, { startsIn: '-1 hour', status: 'pending' }))
    await db.as('rauf', async (rauf) => {
      await setStatus(rauf, 'rauf', id, 'cancelled')
      expect(await db.as(superuser, (owner) => closePast(owner))).toEqual({ expired: 0, completed: 0 })
    })
    expect(await db.as(superuser, (owner) => closePast(owner))).toEqual({ expired: 1, completed: 0 })
    await db.keep(superuser, ({ query }) => query('delete from appointments where id = $1', [id]))
  })

  test.each<Person>(['leyla', 'aylin', 'nigar', anonymous])('cannot be run by %o', async (person) => {
    expect(await refusal(db.as(person, ({ query }) => query('select close_past_appointments()')))).toEqual([
      '42501',
      'permission denied for function close_past_appointments',
    ])
  })
})
