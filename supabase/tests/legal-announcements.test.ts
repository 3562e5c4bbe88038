// Mails about new versions of legal documents: admins announce each version once, and every existing account gets one mail in its language.
import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const announce = (session: Session, document = 'privacy', version = '2026-11-18', person: Person = 'nigar') =>
  session.as(person, ({ query }) => query('select announce_legal_document($1, $2)', [document, version]))
const recordMore = (session: Session, most: number) =>
  session.as(serviceRole, async ({ query }) => (await query<{ mails: number }>('select record_legal_mails($1) as mails', [most]))[0]?.mails)
const mails = ({ query }: Session) =>
  query<{ recipient: string; language: string; payload: object }>(
    "select recipient, language, payload from private.mail_outbox where kind = 'account_legal_changed' order by recipient",
  )

describe('permission to announce', () => {
  test.each<Person>([anonymous, 'aylin', 'leyla', 'mallory', serviceRole])(
    '%s can neither announce nor read announcements',
    async (person) => {
      await inTest(async (session) => {
        await announce(session)
        expect((await refusal(announce(session, 'terms', '2026-11-18', person)))[0]).toBe('42501')
        const count = session.as(person, ({ query }) => query('select count_legal_recipients()'))
        expect((await refusal(count))[0]).toBe('42501')
        const read = session.as(person, ({ query }) => query('select document from legal_announcements'))
        const hasGrant = person !== anonymous && person !== serviceRole
        expect(hasGrant ? await read : (await refusal(read))[0]).toEqual(hasGrant ? [] : '42501')
      })
    },
  )

  test('not even an admin can write announcements directly or record their mails', async () => {
    await inTest(async (session) => {
      const insert = "insert into legal_announcements (document, version) values ('terms', '2026-11-18')"
      for (const sql of [
        insert,
        'update legal_announcements set mails = 0',
        'delete from legal_announcements',
        'select record_legal_mails(1)',
      ])
        expect((await refusal(session.as('nigar', ({ query }) => query(sql))))[0]).toBe('42501')
    })
  })
})

test('every account gets one mail in its language, and the announcement is logged', async () => {
  await inTest(async (session) => {
    await addPerson(session, 'gulnar', { first_name: 'Gülnar', last_name: 'Test', language: 'az' })
    const [expected] = await session.as('nigar', ({ query }) => query<{ accounts: number }>('select count_legal_recipients() as accounts'))
    await announce(session)
    const recorded = await mails(session)
    expect(recorded).toHaveLength(expected?.accounts ?? 0)
    expect(new Set(recorded.map(({ recipient }) => recipient)).size).toBe(recorded.length)
    expect(recorded).toContainEqual({
      recipient: 'gulnar@example.test',
      language: 'az',
      payload: { document: 'privacy', version: '2026-11-18' },
    })
    const read = 'select document, version::text, mails, finished_at is not null as finished from legal_announcements'
    expect(await session.as('nigar', ({ query }) => query(read))).toEqual([
      { document: 'privacy', version: '2026-11-18', mails: recorded.length, finished: true },
    ])
    expect(await session.query("select actor, subject, details from audit_log where action = 'legal.announced'")).toEqual([
      { actor: idOf('nigar'), subject: 'legal:privacy', details: { version: '2026-11-18' } },
    ])
  })
})

test('deleted, unconfirmed and later accounts get no mail', async () => {
  await inTest(async (session) => {
    await addPerson(session, 'unsure')
    await session.query('update auth.users set email_confirmed_at = null where id = $1', [idOf('unsure')])
    await addPerson(session, 'gone')
    await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('gone')])
    await addPerson(session, 'late')
    await session.query("update auth.users set created_at = now() + interval '1 minute' where id = $1", [idOf('late')])
    await announce(session)
    const told = (await mails(session)).map(({ recipient }) => recipient)
    expect(told).toContain('leyla@example.test')
    for (const name of ['unsure', 'gone', 'late']) expect(told).not.toContain(`${name}@example.test`)
  })
})

test('a version can be announced once, and an older or future version cannot', async () => {
  await inTest(async (session) => {
    await announce(session, 'terms', '2026-11-18')
    const before = await mails(session)
    for (const version of ['2026-11-18', '2026-11-17'])
      expect((await refusal(announce(session, 'terms', version)))[1]).toBe('legal_already_announced')
    expect((await refusal(announce(session, 'cookies', '2199-01-01')))[1]).toBe('legal_version_invalid')
    expect((await refusal(announce(session, 'imprint', '2026-11-18')))[0]).toBe('23514')
    expect(await mails(session)).toEqual(before)
  })
})

test('mails are recorded once per account, in batches, when few of them wait', async () => {
  await inTest(async (session) => {
    await session.query("insert into legal_announcements (document, version) values ('privacy', '2026-11-18')")
    const [expected] = await session.as('nigar', ({ query }) => query<{ accounts: number }>('select count_legal_recipients() as accounts'))
    const accounts = expected?.accounts ?? 0
    expect(await recordMore(session, 2)).toBe(2)
    // The first two mails are still waiting.
    expect(await recordMore(session, 2)).toBe(0)
    const counts = []
    for (let round = 0; round < accounts; round++) {
      await session.query(
        "update private.mail_outbox set state = 'sent', sent_at = now(), payload = null where kind = 'account_legal_changed'",
      )
      counts.push(await recordMore(session, 2))
    }
    expect(counts.at(-1)).toBe(0)
    const told = (await mails(session)).map(({ recipient }) => recipient)
    expect(told).toHaveLength(accounts)
    expect(new Set(told).size).toBe(accounts)
    expect(await session.query('select mails, finished_at is not null as finished from legal_announcements')).toEqual([
      { mails: accounts, finished: true },
    ])
  })
})

test('mails about legal documents are sent after all others', async () => {
  await inTest(async (session) => {
    await announce(session)
    await session.query("insert into contact_messages (name, email, message) values ('A', 'a@example.test', 'Hello')")
    const claimed = await session.as(serviceRole, ({ query }) => query<{ kind: string }>('select kind from claim_due_mails(3)'))
    const last = claimed.map(({ kind }) => kind).toSorted()
    expect(last).toEqual(['account_legal_changed', 'contact_confirmation', 'contact_notice'])
  })
})
