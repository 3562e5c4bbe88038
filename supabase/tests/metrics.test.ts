import { expect, test } from 'vitest'
import { superuser } from '../../server/testing/database.ts'
import { useDatabase } from './clinic.ts'

const db = useDatabase()

test('the outbox is counted by state, with the age of the oldest mail that is due', async () => {
  await db.keep(superuser, async ({ query }) => {
    await query(`insert into private.mail_outbox (kind, recipient, language, state, dedupe_key, next_attempt_at) values
      ('contact_notice', 'company', 'tr', 'waiting', 'a', now() - interval '10 minutes'),
      ('contact_notice', 'company', 'tr', 'waiting', 'b', now() + interval '10 minutes'),
      ('contact_notice', 'company', 'tr', 'failed', 'c', now())`)
  })
  const rows = await db.keep(superuser, async ({ query }) => {
    await query('set local role service_role')
    return query<{ name: string; labels: { state?: string }; value: number }>('select name, labels, value from private.metrics')
  })
  const counts = rows.filter(({ name }) => name === 'mail_outbox_mails').map(({ labels, value }) => [labels.state, value])
  expect(counts).toEqual([
    ['waiting', 2],
    ['sending', 0],
    ['failed', 1],
  ])
  const due = rows.find(({ name }) => name === 'mail_outbox_oldest_due_seconds')?.value ?? 0
  expect(due).toBeGreaterThanOrEqual(600)
  expect(due).toBeLessThan(700)
})

test('account mails are counted by state, with the age of the oldest that is not sent', async () => {
  const rows = await db.as(superuser, async ({ query }) => {
    await query('delete from private.mail_outbox')
    await query(`insert into private.mail_outbox (kind, recipient, language, state, last_error, dedupe_key, created_at) values
      ('account_signup', 'a@b.cc', 'tr', 'waiting', 'SMTP 421', 'a', now() - interval '10 minutes'),
      ('account_recovery', 'a@b.cc', 'tr', 'failed', 'SMTP 550', 'b', now() - interval '1 day'),
      ('account_recovery', 'a@b.cc', 'tr', 'failed', 'superseded', 'c', now() - interval '1 day'),
      ('contact_notice', 'company', 'tr', 'waiting', null, 'd', now() - interval '1 day')`)
    await query('set local role service_role')
    return query<{ name: string; labels: { state?: string }; value: number }>(
      "select name, labels, value from private.metrics where name like 'account%'",
    )
  })
  expect(rows.map(({ name, labels, value }) => [name, labels.state, value])).toEqual([
    ['account_mails', 'waiting', 1],
    ['account_mails', 'sending', 0],
    ['account_mails', 'failed', 1],
    ['account_mails_oldest_due_seconds', undefined, 600],
  ])
})

test.each(['anon', 'authenticated'])('%s cannot read the metrics', async (role) => {
  const attempt = db.keep(superuser, async ({ query }) => {
    await query(`set local role ${role}`)
    await query('select * from private.metrics')
  })
  await expect(attempt).rejects.toThrow('permission denied')
})
