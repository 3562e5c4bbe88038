// Claiming mails from the outbox: permissions, order, retries, and giving up.
import { beforeEach, describe, expect, test } from 'vitest'
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

interface Claimed {
  id: string
  kind: string
  recipient: string
  payload: { to?: string }
  attempt: number
}

const asSender = <T>(session: Session, sql: string, values?: unknown[]) => session.as(serviceRole, ({ query }) => query<T>(sql, values))
const claim = (session: Session, most = 20) => asSender<Claimed>(session, 'select * from claim_due_mails($1)', [most])
const fail = (session: Session, mail: Claimed | undefined, retryable = true) =>
  asSender(session, "select fail_mail($1, $2, 'SMTP 451', $3)", [mail?.id, mail?.attempt, retryable])
const finish = (session: Session, mail: Claimed | undefined) => asSender(session, 'select finish_mail($1)', [mail?.id])
const outbox = (session: Session) =>
  session.as(superuser, ({ query }) =>
    query<{ kind: string; state: string; last_error: string | null; payload: unknown; attempts: number; minutes: number }>(
      `select kind, state, last_error, payload, attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
       from private.mail_outbox order by kind, recipient`,
    ),
  )
/** Moves the next attempt of every mail back, as if that much time had passed. */
const wait = (session: Session, time: string) =>
  session.as(superuser, ({ query }) => query('update private.mail_outbox set next_attempt_at = next_attempt_at - $1::interval', [time]))

const DOORS = [
  'select * from claim_due_mails()',
  "select * from claim_mails_about('contact_notice', gen_random_uuid())",
  "select * from mail_states_about('contact_notice', gen_random_uuid())",
  'select finish_mail(gen_random_uuid())',
  "select fail_mail(gen_random_uuid(), 1, 'x', true)",
  "select may_hurry_mail('x')",
  "select * from record_account_mails(gen_random_uuid(), 'account_signup', 'tr', 1, '[]', 'x')",
  'select expire_account_mails()',
  'select record_due_reminders()',
  'select * from erase_expired()',
  'select * from list_files_to_remove()',
  "select forget_removed_files('{}')",
]

test.each<Person>(['nigar', 'aylin', 'leyla', anonymous])('%o cannot call any of these functions', async (person) => {
  for (const sql of DOORS) expect((await refusal(db.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
})

test('the secret key can call all of these functions', async () => {
  for (const sql of DOORS) expect(await refusal(db.as(serviceRole, ({ query }) => query(sql)))).toBe('was allowed')
})

describe('a mail', () => {
  test('is claimed by one sender, and again only after its lease has expired', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      expect(await claim(session)).toMatchObject([{ attempt: 1 }, { attempt: 1 }])
      expect(await claim(session)).toEqual([])
      await wait(session, '4 minutes')
      expect(await claim(session)).toEqual([])
      await wait(session, '1 minute')
      expect(await claim(session)).toMatchObject([{ attempt: 2 }, { attempt: 2 }])
    })
  })

  test('stays in the log without its body after it was sent', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      const [one] = await claim(session)
      expect(await finish(session, one)).toEqual([{ finish_mail: true }])
      expect(await finish(session, one)).toEqual([{ finish_mail: false }])
      expect((await outbox(session)).filter(({ state }) => state === 'sent')).toMatchObject([{ payload: null, last_error: null }])
    })
  })

  test('waits longer after each failure, at most an hour, and fails permanently after a day', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.rauf)
      await session.query('delete from private.mail_outbox where recipient like $1', ['rauf%'])
      const pauses: number[] = []
      for (;;) {
        const [mail] = await claim(session)
        await fail(session, mail)
        const [row] = await outbox(session)
        if (row?.state !== 'waiting') break
        pauses.push(row.minutes)
        await wait(session, `${row.minutes} minutes`)
      }
      expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
      expect(pauses).toHaveLength(29)
      expect(pauses.reduce((sum, each) => sum + each) / 60).toBeCloseTo(24, 0)
      expect(await outbox(session)).toMatchObject([{ state: 'failed', last_error: 'SMTP 451', attempts: 30 }])
      expect(await claim(session)).toEqual([])
    })
  })

  test('has at most three attempts if it may have arrived, whatever failed before', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.rauf)
      await session.query('delete from private.mail_outbox where recipient like $1', ['rauf%'])
      const states: unknown[] = []
      for (const mayHaveArrived of [false, false, false, true, true, false, true]) {
        const [mail] = await claim(session)
        await asSender(session, "select fail_mail($1, $2, 'x', true, $3)", [mail?.id, mail?.attempt, mayHaveArrived])
        states.push((await outbox(session))[0]?.state)
        await wait(session, '1 hour')
      }
      expect(states).toEqual([...Array.from({ length: 6 }, () => 'waiting'), 'failed'])
      await session.as('nigar', ({ query }) => query('select resend_mail(id) from mail_log'))
      const [mail] = await claim(session)
      await asSender(session, "select fail_mail($1, $2, 'x', true, true)", [mail?.id, mail?.attempt])
      expect((await outbox(session))[0]?.state).toBe('waiting')
    })
  })

  test('is sent to the current address, which the log shows', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      await session.query("update auth.users set email = 'new@example.test' where id = $1", [idOf('leyla')])
      await session.query("update doctor_contacts set email = 'new.praxis@example.test' where doctor_id = $1", [db.aylin])
      // Removes the notice to the old address. This test checks the mails about the appointment.
      await session.query("delete from private.mail_outbox where kind = 'account_email_changed'")
      const addresses = ['new.praxis@example.test', 'new@example.test']
      expect((await claim(session)).map(({ recipient }) => recipient).toSorted((a, b) => a.localeCompare(b))).toEqual(addresses)
      expect(await session.query('select recipient from private.mail_outbox order by 1')).toEqual(
        addresses.map((recipient) => ({ recipient })),
      )
    })
  })

  test('carries the time of its cause, the same at every attempt', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      await session.query("update private.mail_outbox set created_at = '2027-01-02T03:04:05Z'")
      for (let n = 0; n < 2; n++) {
        expect((await claim(session))[0]).toMatchObject({ created_at: new Date('2027-01-02T03:04:05Z'), attempt: n + 1 })
        await wait(session, '5 minutes')
      }
    })
  })

  test('fails at once if it can never be delivered, and an admin can resend it', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      const [one] = await claim(session)
      await fail(session, one, false)
      expect((await outbox(session)).filter(({ state }) => state === 'failed')).toHaveLength(1)
      await session.as('nigar', ({ query }) => query('select resend_mail($1)', [one?.id]))
      expect(await claim(session)).toMatchObject([{ id: one?.id, attempt: 1 }])
    })
  })

  test('cannot be requeued by a sender whose lease has expired, but counts as sent if that sender sent it', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      const [slow] = await claim(session)
      await wait(session, '6 minutes')
      await claim(session)
      expect(await fail(session, slow)).toEqual([{ fail_mail: false }])
      expect(await finish(session, slow)).toEqual([{ finish_mail: true }])
      expect((await outbox(session)).map(({ state }) => state).toSorted()).toEqual(['sending', 'sent'])
    })
  })

  test('fails permanently if its senders crash repeatedly', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      for (let n = 0; n < 3; n++) {
        expect(await claim(session)).toHaveLength(2)
        await wait(session, '5 minutes')
      }
      expect(await claim(session)).toEqual([])
      expect(await outbox(session)).toMatchObject([{ state: 'failed', last_error: 'sender lost' }, { state: 'failed' }])
    })
  })
})

describe('outdated mails', () => {
  const kinds = async (session: Session) => (await claim(session)).map(({ kind }) => kind)

  test('the mail about a request is dropped once it is answered, and only the answer is sent', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'aylin', id, 'confirmed')
      expect(await kinds(session)).toEqual(['appointment_confirmed', 'appointment_confirmed'])
      expect((await outbox(session)).filter(({ state }) => state === 'failed')).toMatchObject(
        Array.from({ length: 2 }, () => ({ kind: 'appointment_created', last_error: 'superseded', payload: null })),
      )
    })
  })

  test('a confirmation is dropped after a cancellation, and only the cancellation is sent', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'aylin', id, 'confirmed')
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await kinds(session)).toEqual(['appointment_cancelled', 'appointment_cancelled'])
    })
  })

  test('many outdated mails do not block a current one', async () => {
    await db.as(superuser, async (session) => {
      await session.query(
        `insert into private.mail_outbox (kind, recipient, language, payload, next_attempt_at, dedupe_key)
         select 'contact_notice', 'company', 'tr', '{}', now() - interval '1 minute', 'gone ' || n from generate_series(1, 120) as n`,
      )
      await book(session, 'leyla', db.aylin)
      expect(await claim(session, 10)).toMatchObject([{ kind: 'appointment_created' }, { kind: 'appointment_created' }])
      expect((await outbox(session)).filter(({ last_error }) => last_error === 'superseded')).toHaveLength(120)
    })
  })

  test('outdated mails cannot be resent', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'aylin', id, 'confirmed')
      await claim(session)
      const [gone] = await session.query<{ id: string }>("select id from private.mail_outbox where last_error = 'superseded'")
      expect(await refusal(session.as('nigar', ({ query }) => query('select resend_mail($1)', [gone?.id])))).toEqual([
        'P0001',
        'mail_not_resendable',
      ])
    })
  })

  test('a confirmation is dropped once the appointment is over', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-10 minutes', status: 'pending' })
      await session.query("update appointments set status = 'confirmed' where id = $1", [id])
      expect(await kinds(session)).toEqual([])
    })
  })

  test('a mail is dropped after days of failures, unless it is for the company', async () => {
    await db.as(superuser, async (session) => {
      await book(session, 'leyla', db.aylin)
      await session.as(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
      await wait(session, '73 hours')
      expect(await kinds(session)).toEqual(['contact_notice'])
    })
  })

  test('a mail about an erased message is deleted with its address', async () => {
    await db.as(superuser, async (session) => {
      await session.as('leyla', ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
      await session.query('delete from contact_messages')
      expect(await outbox(session)).toEqual([])
    })
  })
})

describe('a contact message', () => {
  const write = (session: Session, values: Record<string, string> = {}) =>
    session.as(anonymous, ({ query }) =>
      query('insert into contact_messages (name, email, message, language, website) values ($1, $2, $3, $4, $5)', [
        'Ayşe',
        values['email'] ?? 'ayse@example.test',
        'Merhaba',
        values['language'] ?? 'ru',
        values['website'],
      ]),
    )

  test('causes a notice to the company and a confirmation to its sender, in its language', async () => {
    await db.as(superuser, async (session) => {
      await write(session)
      const mails = await session.query('select kind, recipient, language from private.mail_outbox order by kind')
      expect(mails).toEqual([
        { kind: 'contact_confirmation', recipient: 'ayse@example.test', language: 'ru' },
        { kind: 'contact_notice', recipient: 'company', language: 'ru' },
      ])
    })
  })

  test('causes no mail if a bot filled in the hidden field', async () => {
    await db.as(superuser, async (session) => {
      await write(session, { website: 'https://spam.example' })
      expect(await session.query('select website from contact_messages')).toEqual([{ website: 'https://spam.example' }])
      expect(await outbox(session)).toEqual([])
      await write(session, { website: '  ' })
      expect(await outbox(session)).toHaveLength(2)
    })
  })

  test('has its mails sent after all others, the confirmation last', async () => {
    await db.as(superuser, async (session) => {
      await write(session)
      await wait(session, '1 hour')
      await book(session, 'leyla', db.aylin)
      const turns = [await claim(session, 2), await claim(session, 1), await claim(session, 1)]
      expect(turns.flat().map(({ kind }) => kind)).toEqual([
        'appointment_created',
        'appointment_created',
        'contact_notice',
        'contact_confirmation',
      ])
    })
  })

  test('has at most five attempts for its confirmation', async () => {
    await db.as(superuser, async (session) => {
      await write(session)
      await session.query("delete from private.mail_outbox where kind = 'contact_notice'")
      for (let n = 0; n < 5; n++) {
        await fail(session, (await claim(session))[0])
        await wait(session, '1 hour')
      }
      expect(await outbox(session)).toMatchObject([{ state: 'failed', attempts: 5 }])
    })
  })

  test('is always stored, but only a hundred an hour cause mails', async () => {
    await db.as(superuser, async (session) => {
      for (let n = 0; n < 102; n++) await write(session, { email: `a${n}@example.test` })
      expect(await session.query('select from contact_messages')).toHaveLength(102)
      const mails = (await outbox(session)).map(({ kind }) => kind)
      expect(mails.filter((kind) => kind === 'contact_notice')).toHaveLength(100)
      expect(mails.filter((kind) => kind === 'contact_confirmation')).toHaveLength(100)
    })
  })

  test('is confirmed to one address at most five times a day, while the company gets every notice', async () => {
    await db.as(superuser, async (session) => {
      for (let n = 0; n < 5; n++) await write(session)
      await session.query(
        "delete from private.rate_counters where key = encode(sha256(convert_to('contact:ayse@example.test', 'UTF8')), 'hex')",
      )
      await write(session, { email: 'Ayse+2@Example.test' })
      const mails = (await outbox(session)).map(({ kind }) => kind)
      expect(mails.filter((kind) => kind === 'contact_notice')).toHaveLength(6)
      expect(mails.filter((kind) => kind === 'contact_confirmation')).toHaveLength(5)
    })
  })
})

test('the mails about one subject can be claimed separately', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    await book(session, 'murat', db.aylin, { time: '12:00' })
    const about = (kind: string) => asSender<Claimed>(session, 'select * from claim_mails_about($1, $2)', [kind, id])
    expect(await about('appointment_confirmed')).toEqual([])
    const mails = await about('appointment_created')
    expect(new Set(mails.map(({ payload }) => payload.to))).toEqual(new Set(['doctor', 'patient']))
    expect(await claim(session)).toHaveLength(2)
  })
})

test('the state of the mails about one subject can be read separately', async () => {
  await db.as(superuser, async (session) => {
    await session.as(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
    await session.query("update private.mail_outbox set last_error = 'SMTP 451' where kind = 'contact_notice'")
    const about = (kind: string) =>
      asSender(session, 'select s.* from mail_states_about($1, (select id from contact_messages)) as s', [kind])
    expect(await about('contact_notice')).toEqual([{ state: 'waiting', last_error: 'SMTP 451' }])
    expect(await about('contact_confirmation')).toEqual([{ state: 'waiting', last_error: null }])
  })
})

test('requests to send mail immediately are limited by network', async () => {
  await db.as(superuser, async (session) => {
    const call = async (network: string) =>
      (await asSender<{ allowed: boolean }>(session, 'select may_hurry_mail($1) as allowed', [network]))[0]?.allowed
    const calls: unknown[] = []
    for (let n = 0; n < 61; n++) calls.push(await call('192.0.2.1'))
    expect(calls.filter(Boolean)).toHaveLength(60)
    expect(await call('192.0.2.2')).toBe(true)
    for (let n = 0; n < 60; n++) await call(`2001:db8:0:7::${n}`)
    expect(await call('2001:db8:0:7:a:b:c:d')).toBe(false)
    expect([await call('2001:db8:0:8::1'), await call('unknown')]).toEqual([true, true])
  })
})

describe('many senders at once', () => {
  beforeEach(() => db.keep(superuser, ({ query }) => query('delete from private.mail_outbox')))

  test('claim each mail only once', async () => {
    await db.keep(superuser, async (session) => {
      for (let n = 0; n < 4; n++) await book(session, 'leyla', db.aylin, { time: `${10 + n}:00`, date: `${IN_A_WEEK} + ${n}` })
    })
    const claimed = (await Promise.all(Array.from({ length: 10 }, () => db.keep(superuser, (session) => claim(session, 3))))).flat()
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
    const rest = await db.keep(superuser, (session) => claim(session, 100))
    expect(claimed.length + rest.length).toBe(8)
  })

  test('record each reminder only once', async () => {
    await db.keep(superuser, async (session) => {
      const { id } = await arrange(session, 'murat', db.rauf, { startsIn: '40 hours' })
      await session.query('delete from private.reminder_marks where appointment_id = $1', [id])
      await session.query('delete from private.mail_outbox')
      await session.query("update appointments set status = 'cancelled' where status <> 'cancelled' and id <> $1", [id])
      await session.query('delete from private.mail_outbox')
    })
    // Moves the appointment closer, because a test cannot move the database's clock.
    await db.keep(superuser, ({ query }) =>
      query(
        `update appointments a set starts_at = t.at, ends_at = t.at + interval '30 minutes', blocked = tstzrange(t.at, t.at + interval '40 minutes'),
           appointment_date = (t.at at time zone a.timezone)::date, appointment_time = to_char(t.at at time zone a.timezone, 'HH24:MI')
         from (select date_trunc('minute', now() + interval '25 hours') as at) t where a.status = 'confirmed'`,
      ),
    )
    const counts = await Promise.all(
      Array.from({ length: 8 }, () =>
        db.keep(superuser, (session) => asSender<{ n: number }>(session, 'select record_due_reminders() as n')),
      ),
    )
    expect(counts.flat().reduce((sum, { n }) => sum + n, 0)).toBe(1)
    expect(await db.as(superuser, outbox)).toMatchObject([{ kind: 'appointment_reminder_24h' }, { kind: 'appointment_reminder_24h' }])
  })
})
