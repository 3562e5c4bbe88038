// Retention periods: old data is erased, and recent data stays.
import { expect, test } from 'vitest'
import { inviteAbout } from './claims.ts'
import { anonymous, arrange, book, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { addAdult } from './patients.ts'

const db = useClinic()

async function erase(session: Session) {
  const rows = await session.as(serviceRole, ({ query }) => query<{ what: string; erased: string }>('select * from erase_expired()'))
  return Object.fromEntries(rows.map(({ what, erased }) => [what, Number(erased)]))
}

const NOTHING = {
  appointment_payments: 0,
  audit_log: 0,
  contact_messages: 0,
  invitations: 0,
  mail_outbox: 0,
  patient_invitations: 0,
  rate_counters: 0,
  reminder_marks: 0,
}

test('recent data stays', async () => {
  await db.as(superuser, async (session) => {
    await book(session, 'leyla', db.aylin)
    await session.as(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
    expect(await erase(session)).toEqual(NOTHING)
    expect(await session.query('select from contact_messages')).toHaveLength(1)
    expect(await session.query('select from private.mail_outbox')).toHaveLength(4)
  })
})

test.each([
  ['contact_messages', 'update contact_messages set created_at = now() - $1::interval', '2 years'],
  ['audit_log', 'update audit_log set at = now() - $1::interval', '3 years'],
  ['rate_counters', 'update private.rate_counters set window_start = now() - $1::interval', '2 days'],
  ['reminder_marks', "update appointments set starts_at = date_trunc('minute', now()) - $1::interval", '30 days'],
])('%s are erased exactly at the end of their period', async (what, ageing, period) => {
  await db.as(superuser, async (session) => {
    await session.query('alter table appointments drop constraint appointments_starts_when_its_clock_says')
    await session.query('alter table appointments drop constraint appointments_session_is_as_long_as_booked')
    await session.query('alter table appointments drop constraint appointments_blocked_is_session_and_gap')
    await arrange(session, 'leyla', db.aylin, { startsIn: '20 minutes' })
    await session.as(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
    await session.query(ageing, [`${period} -1 minute`])
    expect((await erase(session))[what]).toBe(0)
    await session.query(ageing, [`${period} 1 minute`])
    expect((await erase(session))[what]).toBeGreaterThan(0)
    expect(await erase(session)).toEqual(NOTHING)
  })
})

test('mails are erased 90 days after they were sent, failed, or could have been sent', async () => {
  await db.as(superuser, async (session) => {
    for (const state of ['sent', 'failed', 'waiting', 'sending']) {
      await session.query(
        `insert into private.mail_outbox (kind, recipient, language, payload, state, sent_at, next_attempt_at, dedupe_key)
         select 'contact_notice', 'company', 'tr', case when $1 <> 'sent' then '{}'::jsonb end, $1,
                case when $1 = 'sent' then now() - age::interval end, now() - age::interval, $1 || age
         from unnest(array['89 days', '91 days']) as age`,
        [state],
      )
    }
    expect(await erase(session)).toEqual({ ...NOTHING, mail_outbox: 4 })
    expect(await session.query("select from private.mail_outbox where state in ('waiting', 'sending')")).toHaveLength(2)
  })
})

test('invitations about patients are erased 90 days after their end', async () => {
  await db.as(superuser, async (session) => {
    await inviteAbout(session, 'leyla', await addAdult(session, 'leyla'), 'granny@example.test')
    await session.query("update patient_invitations set expires_at = now() - interval '90 days' + interval '1 minute'")
    expect(await erase(session)).toEqual(NOTHING)
    await session.query("update patient_invitations set expires_at = now() - interval '90 days' - interval '1 minute'")
    expect(await erase(session)).toEqual({ ...NOTHING, patient_invitations: 1 })
  })
})

test('erasing a message erases the addresses of its mails', async () => {
  await db.as(superuser, async (session) => {
    await session.as(anonymous, ({ query }) => query("insert into contact_messages (name, email, message) values ('A', 'a@b.cc', 'x')"))
    await session.query("update contact_messages set created_at = now() - interval '3 years'")
    await erase(session)
    expect(await session.query('select from private.mail_outbox')).toEqual([])
  })
})

test('a file stays queued until the storage service has removed it', async () => {
  await db.as(superuser, async (session) => {
    await session.query("insert into private.files_to_remove (path) values ('a/1'), ('a/2')")
    await session.query("insert into storage.objects (bucket_id, name) values ('appointment-files', 'a/2')")
    await session.as(serviceRole, async ({ query }) => {
      expect(await query('select * from list_files_to_remove(1) as path')).toEqual([{ path: 'a/1' }])
      expect(await query("select forget_removed_files('{a/1,a/2,a/3}')")).toEqual([{ forget_removed_files: 1 }])
      expect(await query('select * from list_files_to_remove() as path')).toEqual([{ path: 'a/2' }])
    })
  })
})

test('nobody can read or change the retention periods', async () => {
  for (const person of ['nigar', anonymous, serviceRole]) {
    for (const sql of ['select from private.retention_periods', "update private.retention_periods set period = '1 second'"]) {
      expect((await refusal(db.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
    }
  }
})

test('invitations are erased 90 days after their end, with accounts that were never confirmed', async () => {
  await db.as(superuser, async (session) => {
    await session.as('nigar', ({ query }) => query("select from create_invitation('new@example.test', 'patient', 'tr')"))
    await session.query(
      "insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', 'new@example.test')",
    )
    await session.query("update auth.users set invited_at = now() where email = 'new@example.test'")
    await session.query("update invitations set expires_at = now() - interval '90 days' + interval '1 minute'")
    expect(await erase(session)).toEqual(NOTHING)
    await session.query("update invitations set expires_at = now() - interval '90 days' - interval '1 minute'")
    expect(await erase(session)).toEqual({ ...NOTHING, invitations: 1 })
    expect(await session.query("select from auth.users where email = 'new@example.test'")).toEqual([])
  })
})
