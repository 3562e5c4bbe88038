// Mails about appointments of patients without an account go to their guardians. Without a guardian, reception phones the patient.
import { describe, expect, test } from 'vitest'
import { anonymous, emailOf, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, arrangeFor, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const mails = (session: Session) =>
  session.query<{ kind: string; recipient: string; to: string; variant: string; language: string; state: string }>(
    `select replace(kind, 'appointment_', '') as kind, recipient, payload ->> 'to' as to, variant, language, state
     from private.mail_outbox where kind like 'appointment%' order by recipient`,
  )
const recipients = async (session: Session, kind: string) =>
  (await mails(session)).filter((mail) => mail.kind === kind).map(({ recipient }) => recipient)
const remind = (session: Session) => session.as(serviceRole, ({ query }) => query('select record_due_reminders()'))
/** Sends every due mail and returns the sent mails. */
const deliver = (session: Session) =>
  session.as(serviceRole, async ({ query }) => {
    const due = await query<{ id: string; kind: string; recipient: string; payload: { to: string } }>('select * from claim_due_mails(100)')
    for (const { id } of due) await query('select finish_mail($1)', [id])
    return due
  })

describe('a mail about a child’s appointment', () => {
  test('goes to every guardian in their language, and to the doctor', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      await session.query("update profiles set language = 'ar' where user_id = $1", [idOf('murat')])
      await arrangeFor(session, child, db.rauf, { status: 'pending' })
      expect(await mails(session)).toMatchObject([
        { kind: 'created', recipient: emailOf('leyla'), to: `guardian:${idOf('leyla')}`, language: 'en' },
        { kind: 'created', recipient: emailOf('murat'), to: `guardian:${idOf('murat')}`, language: 'ar' },
        { kind: 'created', recipient: emailOf('rauf'), to: 'doctor' },
      ])
    })
  })

  test('is not sent to a guardian whose child has turned 18', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await arrangeFor(session, child, db.rauf, { status: 'pending' })
      await turnAdult(session, child)
      expect((await deliver(session)).map(({ recipient }) => recipient)).toEqual([emailOf('rauf')])
      await setStatus(session, 'rauf', id, 'confirmed')
      expect(await recipients(session, 'confirmed')).toEqual([emailOf('rauf')])
    })
  })

  test('is replaced by a mail about a later move', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await arrangeFor(session, child, db.rauf, { status: 'pending' })
      await setStatus(session, 'rauf', id, 'confirmed')
      await session.query(
        `update appointments set reschedule_count = 1, previous_starts_at = starts_at, rescheduled_at = now(), rescheduled_by = 'doctor',
           status = 'confirmed' where id = $1`,
        [id],
      )
      const due = await deliver(session)
      expect(due.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
        `appointment_rescheduled ${emailOf('leyla')}`,
        `appointment_rescheduled ${emailOf('rauf')}`,
      ])
    })
  })

  test('can be claimed right after the action that caused it', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await arrangeFor(session, child, db.rauf, { status: 'pending' })
      const claimed = await session.as(serviceRole, ({ query }) =>
        query<{ recipient: string }>("select recipient from claim_mails_about('appointment_created', $1) order by recipient", [id]),
      )
      expect(claimed.map(({ recipient }) => recipient)).toEqual([emailOf('leyla'), emailOf('rauf')])
    })
  })

  test('is resent only to the same guardian', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      await arrangeFor(session, child, db.rauf, { status: 'pending' })
      await deliver(session)
      const [mail] = await session.query<{ id: string }>('select id from private.mail_outbox where user_id = $1', [idOf('murat')])
      await session.as('nigar', ({ query }) => query('select resend_mail($1)', [mail?.id]))
      expect(await deliver(session)).toMatchObject([{ recipient: emailOf('murat'), payload: { to: `guardian:${idOf('murat')}` } }])
    })
  })

  test('has the variant for the author only for the guardian who cancelled', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      const id = await arrangeFor(session, child, db.rauf)
      await session.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: idOf('leyla') })])
      await session.query("update appointments set status = 'cancelled', cancelled_by = 'patient' where id = $1", [id])
      expect((await mails(session)).filter(({ kind }) => kind === 'cancelled')).toMatchObject([
        { recipient: emailOf('leyla'), variant: 'cancelled_by_patient' },
        { recipient: emailOf('murat'), variant: 'cancelled' },
        { recipient: emailOf('rauf'), variant: 'cancelled_by_patient' },
      ])
    })
  })

  test('can be a reminder', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await arrangeFor(session, child, db.rauf, { startsIn: '3 days' })
      await session.query('delete from private.reminder_marks where appointment_id = $1', [id])
      await session.query('update doctors set cancellation_hours = 70 where id = $1', [db.rauf])
      await remind(session)
      expect(await recipients(session, 'reminder_24h')).toEqual([emailOf('leyla'), emailOf('rauf')])
    })
  })

  test('has guardians that only the secret key can list', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await arrangeFor(session, child, db.rauf)
      const ask = (person: Person) =>
        session.as(person, ({ query }) => query<{ guardian_id: string }>('select guardian_id from list_mail_guardians($1)', [id]))
      expect(await ask(serviceRole)).toEqual([{ guardian_id: idOf('leyla') }])
      for (const person of [anonymous, 'leyla', 'nigar']) expect(await refusal(ask(person))).toMatchObject(['42501', expect.any(String)])
    })
  })
})

describe('a patient without an account or a guardian', () => {
  test('gets no mail and leaves no failed mail', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.rauf, { status: 'pending' })
      await setStatus(session, 'rauf', id, 'confirmed')
      await setStatus(session, 'rauf', id, 'cancelled')
      await deliver(session)
      expect(new Set((await mails(session)).map(({ recipient }) => recipient))).toEqual(new Set([emailOf('rauf')]))
    })
  })

  const due = (session: Session, person: Person = 'nigar') =>
    session.as(person, ({ query }) => query<{ appointment_id: string; phone: string }>('select * from list_phone_reminders()'))
  const mark = (session: Session, id: string, person: Person = 'nigar') =>
    session.as(person, ({ query }) => query('select mark_phone_reminder($1)', [id]))

  test('is listed for one phone call in the last 24 hours', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.rauf, { startsIn: '23 hours' })
      await arrangeFor(session, caller, db.aylin, { startsIn: '25 hours' })
      expect(await due(session)).toMatchObject([
        { appointment_id: id, patient_id: caller, first_name: 'Arayan', phone: '+994 50 222 22 22' },
      ])
      await mark(session, id)
      await mark(session, id)
      expect(await due(session)).toEqual([])
      expect(
        await session.query("select actor from audit_log where action = 'appointment.reminded_by_phone' and subject = $1", [
          `appointment:${id}`,
        ]),
      ).toEqual([{ actor: idOf('nigar') }])
    })
  })

  test('is listed for another call after a move', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.rauf, { startsIn: '20 hours' })
      await mark(session, id)
      await session.query(
        "update appointments set reschedule_count = 1, previous_starts_at = starts_at, rescheduled_at = now(), rescheduled_by = 'doctor' where id = $1",
        [id],
      )
      expect(await due(session)).toMatchObject([{ appointment_id: id }])
    })
  })

  test('is not listed while a guardian gets the mails', async () => {
    await inTest(async (session) => {
      const adult = await addAdult(session, 'leyla')
      const id = await arrangeFor(session, adult, db.rauf, { startsIn: '20 hours' })
      expect(await due(session)).toEqual([])
      expect(await refusal(mark(session, id))).toEqual(['P0001', 'no_phone_reminder'])
      await session.query('delete from guardians where patient_id = $1', [adult])
      expect(await due(session)).toMatchObject([{ appointment_id: id }])
    })
  })

  test('is listed for admins only', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.rauf, { startsIn: '20 hours' })
      for (const person of [anonymous, 'leyla', 'rauf', serviceRole]) {
        expect(await refusal(due(session, person))).toMatchObject(['42501', expect.any(String)])
        expect(await refusal(mark(session, id, person))).toMatchObject(['42501', expect.any(String)])
      }
      expect(await refusal(mark(session, idOf('nothing')))).toEqual(['P0001', 'no_phone_reminder'])
    })
  })
})
