// Runs the statement in docs/hosted-supabase.md with stand-ins for hosted Supabase's extensions, which record their calls in tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshDatabase, superuser } from '../../server/testing/database.ts'

const statement = /```sql\n\s*(select cron\.schedule[\s\S]*?)```/.exec(
  readFileSync(join(import.meta.dirname, '../../docs/hosted-supabase.md'), 'utf8'),
)?.[1]

test('hosted Supabase gets one job for each scheduled function, which calls it with the secret key', async () => {
  const db = await freshDatabase('product')
  await db.as(superuser, async ({ query }) => {
    await query(`
      create schema cron; create schema net; create schema vault;
      create table cron.job (name text primary key, schedule text, command text);
      create function cron.schedule(name text, schedule text, command text) returns void language sql as
        $$ insert into cron.job values (name, schedule, command) on conflict on constraint job_pkey do update set command = excluded.command $$;
      create table net.requests (url text, body jsonb, headers jsonb, timeout integer);
      create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000)
        returns bigint language sql as $$ insert into net.requests values (url, body, headers, timeout_milliseconds) returning 1::bigint $$;
      create table vault.decrypted_secrets (name text, decrypted_secret text);
      insert into vault.decrypted_secrets values ('project_url', 'https://x.supabase.co'), ('secret_key', 'sb_secret_x');
    `)
    for (let twice = 0; twice < 2; twice++) await query(statement ?? 'the statement is gone')
    const jobs = await query<{ name: string; schedule: string; command: string }>('select * from cron.job order by name')
    expect(jobs.map(({ name, schedule }) => ({ name, schedule }))).toEqual(
      await query('select name, schedule from private.scheduled_functions order by name'),
    )
    for (const { command } of jobs) await query(command)
    expect(await query('select * from net.requests order by url')).toEqual(
      jobs.map(({ name }) => ({
        url: `https://x.supabase.co/functions/v1/${name}`,
        body: {},
        headers: { apikey: 'sb_secret_x', 'content-type': 'application/json' },
        timeout: 30_000,
      })),
    )
  })
  await db.drop()
})
