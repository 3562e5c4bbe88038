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

test.each(['anon', 'authenticated'])('%s cannot read it', async (role) => {
  const attempt = db.keep(superuser, async ({ query }) => {
    await query(`set local role ${role}`)
    await query('select * from private.metrics')
  })
  await expect(attempt).rejects.toThrow('permission denied')
})
