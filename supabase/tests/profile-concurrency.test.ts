import pg from 'pg'
import { expect, test } from 'vitest'
import { idOf } from '../../server/testing/database.ts'
import { superuser, useClinic } from './clinic.ts'

const db = useClinic()

async function asLeyla() {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  await client.query('begin')
  await client.query("select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)", [
    JSON.stringify({ sub: idOf('leyla'), role: 'authenticated' }),
  ])
  return client
}

test('two simultaneous changes of one profile are both applied', async () => {
  const [first, second] = [await asLeyla(), await asLeyla()]
  const change = (client: pg.Client, column: string, value: string) =>
    client.query(`update profiles set ${column} = $1 where user_id = $2 returning ${column}`, [value, idOf('leyla')])
  await change(first, 'language', 'ar')
  const waiting = change(second, 'timezone', 'Africa/Cairo')
  const isBlocked = () =>
    db.as(superuser, ({ query }) => query("select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update profiles%'"))
  await expect.poll(async () => (await isBlocked()).length).toBe(1)
  await first.query('commit')
  expect((await waiting).rows).toEqual([{ timezone: 'Africa/Cairo' }])
  await second.query('commit')
  await Promise.all([first.end(), second.end()])
})
