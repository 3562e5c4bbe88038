// Account mails with links and codes: how long they are retried, what is stored, and what admins see.
import { expect, test } from 'vitest'
import { addPerson, anonymous, emailOf, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

interface Claimed {
  id: string
  kind: string
  recipient: string
  attempt: number
}

interface Wanted {
  person?: string
  kind?: string
  event?: string
  hours?: number
  recipient?: string
}

let events = 0

const record = (
  session: Session,
  { person = 'leyla', kind = 'recovery', event = `event ${events++}`, hours = 1, recipient = emailOf(person) }: Wanted = {},
) =>
  session.as(serviceRole, ({ query }) =>
    query<Claimed>(
      `select * from record_account_mails($1, 'account_' || $2, 'tr', $3, jsonb_build_array(
         jsonb_build_object('id', gen_random_uuid(), 'recipient', $4::text, 'sealed', 'AAAA')), $5)`,
      [idOf(person), kind, hours, recipient, event],
    ),
  )
const claim = (session: Session) => session.as(serviceRole, ({ query }) => query<Claimed>('select * from claim_due_mails()'))
const expire = (session: Session) => session.as(serviceRole, ({ query }) => query('select expire_account_mails() as expired'))
const fail = async (session: Session, mail: Claimed | undefined, { error = 'SMTP 421: try later', retryable = true } = {}) => {
  const [row] = await session.as(serviceRole, ({ query }) =>
    query<{ is_news: boolean }>('select fail_mail($1, $2, $3, $4) as is_news', [mail?.id, mail?.attempt, error, retryable]),
  )
  return row?.is_news
}
const outbox = (session: Session) =>
  session.query<{ state: string; payload: unknown; last_error: string | null; attempts: number; minutes: number }>(
    `select kind, state, payload, last_error, attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
     from private.mail_outbox order by created_at, kind`,
  )
const wait = (session: Session, minutes: number) =>
  session.query(
    `update private.mail_outbox set next_attempt_at = next_attempt_at - passed, expires_at = expires_at - passed, created_at = created_at - passed
     from (select $1 * interval '1 minute' as passed) as clock`,
    [minutes],
  )
const status = (session: Session, person: Person = 'nigar') =>
  session.as(person, ({ query }) => query('select waiting, failed, last_error from get_account_mail_status()'))

/** Fails at each attempt until the link has expired; returns the pauses. */
async function exhaust(session: Session, [first]: Claimed[]) {
  const pauses: number[] = []
  for (let mail = first; mail; [mail] = await claim(session)) {
    await fail(session, mail)
    const [row] = await outbox(session)
    pauses.push(row?.minutes ?? 0)
    await wait(session, row?.minutes ?? 0)
    await expire(session)
  }
  return pauses
}

test('a recorded mail is claimed at once and retried with growing pauses until its link expires and is deleted', async () => {
  await db.as(superuser, async (session) => {
    const claimed = await record(session)
    expect(claimed).toMatchObject([{ kind: 'account_recovery', recipient: emailOf('leyla'), attempt: 1 }])
    expect(await outbox(session)).toMatchObject([{ state: 'sending', payload: { sealed: 'AAAA' } }])
    const pauses = await exhaust(session, claimed)
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 5, 5])
    expect(pauses.reduce((sum, each) => sum + each)).toBe(62)
    expect(await outbox(session)).toMatchObject([{ state: 'failed', payload: null, last_error: 'SMTP 421: try later', attempts: 14 }])
  })
})

test('an invitation is retried for three days, with pauses of at most an hour', async () => {
  await db.as(superuser, async (session) => {
    const pauses = await exhaust(session, await record(session, { kind: 'invite', hours: 72 }))
    expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(pauses.reduce((sum, each) => sum + each)).toBe(72 * 60 + 3)
  })
})

test('a mail whose sender crashed is given up when its link expires', async () => {
  await db.as(superuser, async (session) => {
    await record(session)
    await wait(session, 60)
    expect(await expire(session)).toEqual([{ expired: 1 }])
    expect(await outbox(session)).toMatchObject([{ state: 'failed', payload: null, last_error: 'sender lost' }])
    expect(await claim(session)).toEqual([])
  })
})

test('a mail whose sender crashed is due again when its lease expires', async () => {
  await db.as(superuser, async (session) => {
    await record(session)
    await wait(session, 5)
    expect(await claim(session)).toMatchObject([{ attempt: 2 }])
  })
})

test('a permanently refused mail fails at once, and its link is deleted', async () => {
  await db.as(superuser, async (session) => {
    await fail(session, (await record(session))[0], { error: 'SMTP 550', retryable: false })
    expect(await outbox(session)).toMatchObject([{ state: 'failed', payload: null, last_error: 'SMTP 550' }])
  })
})

test('a newer mail of the same kind replaces an unsent one, and the same event is recorded once', async () => {
  await db.as(superuser, async (session) => {
    const [old] = await record(session)
    await fail(session, old)
    await record(session, { person: 'murat' })
    await record(session, { kind: 'magiclink' })
    expect(await record(session, { event: 'twice' })).toHaveLength(1)
    expect(await record(session, { event: 'twice' })).toEqual([])
    expect(await session.query('select kind, recipient from private.mail_outbox order by kind, recipient')).toEqual([
      { kind: 'account_magiclink', recipient: emailOf('leyla') },
      { kind: 'account_recovery', recipient: emailOf('leyla') },
      { kind: 'account_recovery', recipient: emailOf('murat') },
    ])
    // The sender of the replaced mail reports late.
    expect(await fail(session, old)).toBe(false)
  })
})

test('the first attempt needs no account, which may not be committed yet; later attempts need one with that address', async () => {
  await db.as(superuser, async (session) => {
    expect(await record(session, { person: 'newcomer' })).toHaveLength(1)
    await wait(session, 5)
    expect(await claim(session)).toEqual([])
    expect(await outbox(session)).toMatchObject([{ state: 'failed', last_error: 'superseded', payload: null }])
    await session.query('delete from private.mail_outbox')

    await record(session)
    await record(session, { kind: 'email_change', recipient: 'new@example.test' })
    await session.query("update auth.users set email = 'moved@example.test' where id = $1", [idOf('leyla')])
    await session.query("delete from private.mail_outbox where kind = 'account_email_changed'")
    await wait(session, 5)
    expect(await claim(session)).toMatchObject([{ kind: 'account_email_change', recipient: 'new@example.test' }])
  })
})

test('a link is stored encrypted or not at all, and only until the mail is sent or failed', async () => {
  await db.as(superuser, async (session) => {
    await record(session)
    for (const sql of [
      `update private.mail_outbox set payload = '{"link": "https://site/verify?token=x"}'`,
      `update private.mail_outbox set payload = payload || '{"code": "123456"}'`,
    ])
      expect(await refusal(session.query(sql))).toEqual(['23514', 'mail_outbox_links_are_encrypted'])
    expect(await refusal(session.query("update private.mail_outbox set kind = 'contact_notice'"))).toEqual([
      '23514',
      'mail_outbox_links_are_about_accounts',
    ])
    await session.query("update private.mail_outbox set state = 'failed', last_error = 'x'")
    expect(await refusal(session.query(`update private.mail_outbox set payload = '{"sealed": "AAAA"}'`))).toEqual([
      '23514',
      'mail_outbox_links_go_in_the_end',
    ])
  })
})

test('erasing or deleting an account deletes its mails', async () => {
  await db.as(superuser, async (session) => {
    await record(session)
    await session.as('leyla', ({ query }) => query('select erase_my_account($1)', [emailOf('leyla')]))
    expect((await outbox(session)).map(({ payload }) => payload)).not.toContainEqual({ sealed: 'AAAA' })
    expect(await session.query('select from private.mail_outbox where account_id is not null')).toHaveLength(0)

    await addPerson(session, 'visitor')
    await record(session, { person: 'visitor' })
    await session.query('delete from auth.users where id = $1', [idOf('visitor')])
    expect(await session.query('select from private.mail_outbox where account_id is not null')).toHaveLength(0)
  })
})

test('an error is new while no other mail waits because of it, and every final failure is new', async () => {
  await db.as(superuser, async (session) => {
    const [one] = await record(session)
    const [other] = await record(session, { person: 'murat' })
    expect(await fail(session, one, { error: 'SMTP CERT_HAS_EXPIRED' })).toBe(true)
    expect(await fail(session, other, { error: 'SMTP CERT_HAS_EXPIRED' })).toBe(false)
    await wait(session, 1)
    const [again, last] = await claim(session)
    expect(await fail(session, again, { error: 'SMTP 421: queue 17 is full' })).toBe(true)
    expect(await fail(session, last, { error: 'SMTP 421: queue 18 is full' })).toBe(false)
    await wait(session, 2)
    for (const mail of await claim(session)) expect(await fail(session, mail, { error: 'SMTP 421', retryable: false })).toBe(true)
  })
})

test('only admins see how many mails are late or failed and the last error, and they see nothing else', async () => {
  await db.as(superuser, async (session) => {
    const [one] = await record(session)
    // The mail is being sent, so it is not late.
    expect(await status(session)).toEqual([{ waiting: 0, failed: 0, last_error: null }])
    await fail(session, one, { error: 'SMTP ECONNREFUSED' })
    const [other] = await record(session, { person: 'murat' })
    await session.query("update private.mail_outbox set last_error_at = now() - interval '1 minute'")
    await fail(session, other, { error: 'SMTP 550', retryable: false })
    expect(await status(session)).toEqual([{ waiting: 1, failed: 1, last_error: 'SMTP 550' }])
    await session.query("update private.mail_outbox set last_error_at = now() - interval '8 days' where state = 'failed'")
    expect(await status(session)).toEqual([{ waiting: 1, failed: 0, last_error: 'SMTP ECONNREFUSED' }])
    expect(await session.as('nigar', ({ query }) => query('select from mail_log'))).toHaveLength(0)
    expect(await session.as('nigar', ({ query }) => query('select from list_mails()'))).toHaveLength(0)
    expect(await refusal(session.as('nigar', ({ query }) => query('select resend_mail($1)', [one?.id])))).toEqual([
      'P0001',
      'mail_not_resendable',
    ])
    for (const person of ['aylin', 'leyla', anonymous, serviceRole]) expect((await refusal(status(session, person)))[0]).toBe('42501')
  })
})

test('a mail counts as late five minutes after its lease has expired without another attempt', async () => {
  await db.as(superuser, async (session) => {
    await record(session)
    await wait(session, 11)
    expect(await status(session)).toEqual([{ waiting: 1, failed: 0, last_error: null }])
  })
})
