// Contact messages, mails and the audit log, page by page, for admins only.
import { beforeAll, describe, expect, test } from 'vitest'
import { anonymous, book, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const LISTS = [
  'select * from list_contact_messages()',
  'select * from list_mails()',
  'select * from list_audit_log()',
  'select export_audit_log()',
]

beforeAll(() =>
  db.keep(superuser, async ({ query }) => {
    await query('alter table contact_messages disable trigger user')
    await query(
      `insert into contact_messages (name, email, message, created_at)
       select 'Sender ' || n, 's' || n || '@example.test', 'Message ' || n, now() - make_interval(mins => n / 2) from generate_series(1, 9) as n`,
    )
    await query('alter table contact_messages enable trigger user')
    await query(
      `insert into private.mail_outbox (kind, recipient, language, payload, state, dedupe_key, created_at)
       select case when n % 3 = 0 then 'account_recovery' else 'appointment_confirmed' end, 'r' || n || '@example.test', 'tr', '{"secret": "x"}',
              case when n = 1 then 'failed' else 'waiting' end, 'key ' || n, now() - make_interval(mins => n)
       from generate_series(1, 9) as n`,
    )
  }),
)

test.each(LISTS)('%s is for admins only', async (list) => {
  expect((await db.as('nigar', ({ query }) => query(list))).length).toBeGreaterThan(0)
  for (const name of ['aylin', 'leyla', 'mallory', anonymous] as const)
    expect((await refusal(db.as(name, ({ query }) => query(list))))[0]).toBe('42501')
})

test.each(['list_contact_messages', 'list_mails', 'list_audit_log'])('%s gives 1 to 200 rows', async (list) => {
  for (const rows of [0, 201, null])
    expect(await refusal(db.as('nigar', ({ query }) => query(`select from ${list}(max_rows => $1)`, [rows])))).toEqual([
      'P0001',
      'rows_out_of_range',
    ])
})

describe('contact messages', () => {
  test('are listed newest first, and pages neither repeat nor skip a row', async () => {
    await db.as('nigar', async ({ query }) => {
      const all = await query<{ id: string; created_at: Date }>('select * from list_contact_messages()')
      expect(all).toHaveLength(9)
      const paged: string[] = []
      let last: { id: string; created_at: Date } | undefined
      do {
        const page: { id: string; created_at: Date }[] = await query(
          'select * from list_contact_messages(after_created_at => (select created_at from contact_messages where id = $1), after_id => $1, max_rows => 2)',
          [last?.id ?? null],
        )
        paged.push(...page.map(({ id }) => id))
        last = page.at(-1)
      } while (last && paged.length < 20)
      expect(paged).toEqual(all.map(({ id }) => id))
    })
  })

  test('can be marked as handled and reopened by an admin, and the database sets time and name', async () => {
    await db.as('nigar', async ({ query }) => {
      const [first] = await query<{ id: string }>('select id from list_contact_messages(max_rows => 1)')
      await query("update contact_messages set handled_at = '2001-01-01' where id = $1", [first?.id])
      const read = async () =>
        (
          await query("select handled_at > now() - interval '1 minute' as now, handled_by_name from list_contact_messages(max_rows => 1)")
        )[0]
      expect(await read()).toEqual({ now: true, handled_by_name: 'nigar Test' })
      expect(await query('select from list_contact_messages(only_open => true)')).toHaveLength(8)
      await query('update contact_messages set handled_at = null where id = $1', [first?.id])
      expect(await read()).toEqual({ now: null, handled_by_name: null })
    })
  })

  test('cannot be marked by others or in somebody else’s name', async () => {
    expect(await db.as('aylin', ({ query }) => query('update contact_messages set handled_at = now() returning 1'))).toHaveLength(0)
    const forged = db.as('nigar', ({ query }) => query('update contact_messages set handled_by = $1', [idOf('leyla')]))
    expect((await refusal(forged))[0]).toBe('42501')
  })
})

describe('mails', () => {
  test('are listed without bodies and without account mails', async () => {
    await db.as('nigar', async ({ query }) => {
      const mails = await query('select * from list_mails()')
      expect(mails).toHaveLength(6)
      expect(JSON.stringify(mails)).not.toMatch(/secret|account_/)
      expect(await query("select recipient from list_mails(states => '{failed}')")).toEqual([{ recipient: 'r1@example.test' }])
      expect(await query("select recipient from list_mails(recipient_part => 'R4@')")).toEqual([{ recipient: 'r4@example.test' }])
      expect(await query("select from list_mails(only_kind => 'account_recovery')")).toHaveLength(0)
    })
  })

  test('a failed one can be resent by an admin, which is logged; others are refused', async () => {
    await db.as('nigar', async (nigar) => {
      const [mail] = await nigar.query<{ id: string }>("select id from list_mails(states => '{failed}')")
      await nigar.query('select resend_mail($1)', [mail?.id])
      expect(await nigar.query('select state, can_resend from list_mails() where id = $1', [mail?.id])).toEqual([
        { state: 'waiting', can_resend: true },
      ])
      expect(await nigar.query("select actor_name, subject from list_audit_log(actions => '{mail.resent}')")).toEqual([
        { actor_name: 'nigar Test', subject: `mail:${mail?.id}` },
      ])
      expect((await refusal(nigar.as('aylin', ({ query }) => query('select resend_mail($1)', [mail?.id]))))[0]).toBe('42501')
    })
  })
})

describe('the audit log', () => {
  const write = async (session: Session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    await session.as('aylin', ({ query }) => query("update appointments set status = 'confirmed' where id = $1", [id]))
    await session.as('leyla', ({ query }) =>
      query("insert into consents (kind, version, language) values ('health_data', '2026-11-16', 'tr')"),
    )
    return id
  }

  test('is filtered by action, person and time, and pages follow each other', async () => {
    await db.as('nigar', async (nigar) => {
      const id = await write(nigar)
      const list = async (filter: string, values: unknown[] = []) =>
        (await nigar.query<{ action: string }>(`select action from list_audit_log(${filter})`, values)).map(({ action }) => action)
      expect(await list("actions => '{appointment.}'")).toEqual(['appointment.confirmed'])
      expect(await list("actions => '{appointment.confirmed,consent.}'")).toEqual(['consent.given', 'appointment.confirmed'])
      expect(await list('person => $1', [idOf('leyla')])).toEqual(['consent.given'])
      expect(await list("from_time => now() + interval '1 hour'")).toEqual([])
      expect(await list("to_time => now() - interval '1 hour'")).toEqual([])
      const all = await nigar.query<{ id: string }>('select id from list_audit_log()')
      const rest = await nigar.query<{ id: string }>('select id from list_audit_log(before_id => $1)', [all[0]?.id])
      expect(rest).toEqual(all.slice(1))
      const [entry] = await nigar.query("select actor_name, subject from list_audit_log(actions => '{appointment.}')")
      expect(entry).toEqual({ actor_name: 'aylin Test', subject: `appointment:${id}` })
      const [linked] = await nigar.query("select subject_name from list_audit_log(actions => '{doctor.linked}')")
      expect(linked).toEqual({ subject_name: expect.stringMatching(/Kaya|Əliyev/) })
    })
  })

  test('is exported with an entry of its own, at most 60 times an hour', async () => {
    await db.as('nigar', async (nigar) => {
      await write(nigar)
      const [row] = await nigar.query<{ log: object[] }>("select export_audit_log(actions => '{consent.}') as log")
      expect(row?.log).toEqual([expect.objectContaining({ action: 'consent.given', actor_name: 'leyla Test' })])
      expect(await nigar.query("select actor_name, details from list_audit_log(actions => '{audit_log.}')")).toEqual([
        { actor_name: 'nigar Test', details: { rows: 1, actions: ['consent.'] } },
      ])
      for (let n = 1; n < 60; n++) await nigar.query("select export_audit_log(actions => '{x}')")
      expect(await refusal(nigar.query('select export_audit_log()'))).toEqual(['P0001', 'too_many_requests'])
    })
  })
})
