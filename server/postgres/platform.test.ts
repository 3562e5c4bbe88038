import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymous, freshDatabase, idOf, superuser, type TestDatabase } from '../testing/database.ts'
import { withLogin } from './connection.ts'
import { applyPlatform } from './platform.ts'

let db: TestDatabase
let migrator: string

beforeAll(async () => {
  db = await freshDatabase('sample')
  const admin = new pg.Client({ connectionString: db.url })
  await admin.connect()
  migrator = await applyPlatform(admin)
  await admin.end()
})
afterAll(() => db.drop())

const asMigrator = (sql: string) => db.as(superuser, async ({ query }) => query(`set local role ${pg.escapeIdentifier(migrator)}; ${sql}`))

test('no role of the platform is a superuser, and only two may log in', async () => {
  const roles = await db.as(superuser, ({ query }) =>
    query(
      `select rolname, rolsuper, rolcanlogin, rolbypassrls from pg_roles
       where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin',
                         'supabase_realtime_admin', 'supabase_replication_admin') or rolname = $1`,
      [migrator],
    ),
  )
  expect(roles).toHaveLength(9)
  expect(roles.filter(({ rolsuper }) => rolsuper)).toEqual([])
  expect(roles.filter(({ rolcanlogin }) => rolcanlogin).map(({ rolname }) => rolname)).toEqual(
    expect.arrayContaining(['authenticator', 'supabase_replication_admin']),
  )
  expect(new Set(roles.filter(({ rolbypassrls }) => rolbypassrls).map(({ rolname }) => rolname))).toEqual(
    new Set([migrator, 'service_role']),
  )
})

test('authenticator, the role of the server, has no rights until it switches to another role', async () => {
  const client = new pg.Client({ connectionString: withLogin(db.url, 'authenticator') })
  await client.connect()
  await expect(client.query('select from public.notes')).rejects.toThrow('permission denied')
  await client.query('set role anon')
  expect((await client.query('select from public.notes')).rowCount).toBe(0)
  await expect(client.query('reset role; create table public.mine ()')).rejects.toThrow('permission denied')
  await client.end()
})

describe('a migration may, as on hosted', () => {
  test.each([
    'create table public.t (u uuid references auth.users (id))',
    'create function public.f() returns trigger language plpgsql as $$ begin return new; end $$; create trigger t after insert on auth.users for each row execute function public.f()',
    'create policy p on storage.objects for select to authenticated using (true); drop policy p on storage.objects',
    'create policy p on realtime.messages for select to authenticated using (true)',
    "insert into storage.buckets (id, name) values ('b', 'b')",
    'create extension btree_gist with schema extensions',
    'create schema hidden; create table hidden.t ()',
    'create table public.live (id int primary key); alter publication supabase_realtime add table public.live',
    "alter publication supabase_realtime set (publish = 'insert, update')",
    "alter role authenticator set pgrst.db_plan_enabled to 'true'; alter role authenticator reset pgrst.db_plan_enabled",
    'create table public.t (u uuid references auth.users (id)); drop table public.t',
  ])('%s', async (sql) => {
    // A query with several statements returns no rows.
    await expect(asMigrator(sql)).resolves.toBeUndefined()
  })
})

describe('a migration may not, as on hosted', () => {
  test.each([
    'create table auth.mine ()',
    'alter table auth.users add column mine int',
    'alter table storage.objects add column mine int',
    'alter table storage.objects disable row level security',
    'create table realtime.mine ()',
    'drop table realtime.messages',
    'drop function realtime.send(jsonb, text, text, boolean)',
    'create function storage.mine() returns int language sql return 1',
    'create role boss superuser',
    'delete from _server.platform',
    'drop event trigger keep_platform_schemas_on_change',
  ])('%s', async (sql) => {
    await expect(asMigrator(sql)).rejects.toThrow(/permission denied|belongs to the platform|must be owner|superuser/)
  })
})

test('auth.uid, auth.role, auth.email and auth.jwt return the claims of the request', async () => {
  const ask = 'select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() ->> $1 as aud'
  expect(await db.as('ada', ({ query }) => query(ask, ['aud']))).toEqual([
    { uid: idOf('ada'), role: 'authenticated', email: 'ada@example.test', aud: 'authenticated' },
  ])
  expect(await db.as(anonymous, ({ query }) => query(ask, ['aud']))).toEqual([{ uid: null, role: 'anon', email: null, aud: null }])
})

test('only the platform can read accounts', async () => {
  for (const person of ['ada', anonymous])
    await expect(db.as(person, ({ query }) => query('select from auth.users'))).rejects.toThrow('permission denied')
})

test('applying the platform again changes nothing and is fast', async () => {
  const admin = new pg.Client({ connectionString: db.url })
  await admin.connect()
  await admin.query('update _server.platform set version = $1', ['an older one'])
  await applyPlatform(admin)
  const { rows } = await admin.query<{ version: string }>('select version from _server.platform')
  await applyPlatform(admin)
  await admin.end()
  expect(rows).toEqual([{ version: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})
