import { describe, expect, test } from 'vitest'
import {
  anonymous,
  book,
  emailOf,
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

const outbox = (session: Session) =>
  session.as(superuser, ({ query }) =>
    query('select kind, recipient, language, payload, state from private.mail_outbox order by created_at, kind, recipient desc'),
  )

async function addMail({ query }: Session, { kind = 'appointment_created', state = 'failed' } = {}) {
  const [mail] = await query<{ id: string }>(
    `insert into private.mail_outbox (kind, recipient, language, payload, state, sent_at, attempts, last_error, dedupe_key)
     values ($1, 'a@b.cc', 'tr', case when $2 <> 'sent' then '{"link": "secret"}'::jsonb end, $2, case when $2 = 'sent' then now() end, 9, 'no', gen_random_uuid()::text) returning id`,
    [kind, state],
  )
  return mail?.id
}

describe('mails about an appointment', () => {
  test('patient and doctor get a mail in their own language, stored with ids only', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query("update profiles set language = 'ru' where user_id = $1", [idOf('leyla')])
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await outbox(owner)).toEqual([
        {
          kind: 'appointment_created',
          recipient: 'praxis.kaya@example.test',
          language: 'en',
          payload: { appointment_id: id, to: 'doctor' },
          state: 'waiting',
        },
        {
          kind: 'appointment_created',
          recipient: emailOf('leyla'),
          language: 'ru',
          payload: { appointment_id: id, to: 'patient' },
          state: 'waiting',
        },
      ])
    })
  })

  test('each change causes one mail to patient and doctor', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      await setStatus(owner, 'aylin', id, 'confirmed')
      await setStatus(owner, 'aylin', id, 'confirmed')
      await owner.as('aylin', ({ query }) => query("update appointments set notes = 'x' where id = $1", [id]))
      await setStatus(owner, 'leyla', id, 'cancelled')
      const kinds = (await outbox(owner)).map(({ kind }) => kind)
      expect(kinds.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
        ['appointment_cancelled', 'appointment_confirmed', 'appointment_created'].flatMap((kind) => [kind, kind]),
      )
    })
  })

  test('a doctor without a contact address gets the mail at the account’s address, or none without an account', async () => {
    await db.as(superuser, async (owner) => {
      await book(owner, 'leyla', db.rauf)
      expect((await outbox(owner)).map(({ recipient }) => recipient)).toContain(emailOf('rauf'))
      await owner.query('update doctors set user_id = null where id = $1', [db.rauf])
      await book(owner, 'murat', db.rauf, { time: '12:00' })
      expect(await outbox(owner)).toHaveLength(3)
    })
  })

  test('a booking that fails leaves no mail', async () => {
    await db.as(superuser, async (owner) => {
      await book(owner, 'leyla', db.aylin)
      const before = (await outbox(owner)).length
      await refusal(book(owner, 'murat', db.aylin))
      expect(await outbox(owner)).toHaveLength(before)
    })
  })
})

describe('the log of mails', () => {
  test('only admins can read the log, without bodies and account mails', async () => {
    await db.as(superuser, async (owner) => {
      await addMail(owner)
      await addMail(owner, { kind: 'account_recovery' })
      const [seen, ...more] = await owner.as('nigar', ({ query }) => query('select * from mail_log'))
      expect(more).toEqual([])
      expect(Object.keys(seen ?? {})).toEqual([
        'id',
        'kind',
        'recipient',
        'language',
        'state',
        'attempts',
        'last_error',
        'next_attempt_at',
        'created_at',
        'sent_at',
      ])
      expect(seen).toMatchObject({ kind: 'appointment_created', state: 'failed', attempts: 9, last_error: 'no' })
      for (const person of ['aylin', 'leyla']) expect(await owner.as(person, ({ query }) => query('select from mail_log'))).toHaveLength(0)
      for (const person of [anonymous, serviceRole])
        expect((await refusal(owner.as(person, ({ query }) => query('select from mail_log'))))[0]).toBe('42501')
    })
  })

  test.each<Person>(['nigar', 'leyla', anonymous])('%o can read no body and write nothing', async (person) => {
    for (const sql of [
      'select payload from private.mail_outbox',
      "update private.mail_outbox set state = 'waiting'",
      'delete from private.mail_outbox',
      'select * from private.mail_outbox',
    ]) {
      expect((await refusal(db.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
    }
  })

  test('an admin can resend a failed mail, but not a sent one, an account mail or an unknown one', async () => {
    await db.as(superuser, async (owner) => {
      const resend = (person: Person, id: unknown) => refusal(owner.as(person, ({ query }) => query('select resend_mail($1)', [id])))
      const failed = await addMail(owner)
      expect(await resend('nigar', failed)).toBe('was allowed')
      expect(await owner.query('select state, attempts, last_error from private.mail_outbox where id = $1', [failed])).toEqual([
        { state: 'waiting', attempts: 0, last_error: null },
      ])
      for (const id of [await addMail(owner, { state: 'sent' }), await addMail(owner, { kind: 'account_recovery' }), idOf('nothing')]) {
        expect(await resend('nigar', id)).toEqual(['P0001', 'mail_not_resendable'])
      }
      for (const person of ['aylin', 'leyla', anonymous]) expect((await resend(person, failed))[0]).toBe('42501')
    })
  })

  test('a sent mail cannot keep its body', async () => {
    await db.as(superuser, async (owner) => {
      const id = await addMail(owner)
      expect(await refusal(owner.query("update private.mail_outbox set state = 'sent', sent_at = now() where id = $1", [id]))).toEqual([
        '23514',
        'mail_outbox_sent_has_no_body',
      ])
    })
  })
})

test('the schedule of the jobs is stored once, and no client can read it', async () => {
  expect(await db.as(superuser, ({ query }) => query('select name from private.scheduled_functions order by name'))).toEqual(
    ['close-appointments', 'deliver-mail', 'erase-expired', 'send-reminders'].map((name) => ({ name })),
  )
  for (const person of ['nigar', anonymous])
    expect((await refusal(db.as(person, ({ query }) => query('select from private.scheduled_functions'))))[0]).toBe('42501')
})
