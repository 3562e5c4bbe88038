import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, type TestDatabase } from '../testing/database.ts'
import { type AroundUpgrade, prepareDatabase } from './start.ts'

let db: TestDatabase
let project: string

beforeEach(async () => {
  db = await freshDatabase('sample')
  project = temporaryFolder()
  mkdirSync(join(project, 'migrations'))
  write('20260101000000_notes.sql', '')
  await query('delete from supabase_migrations.schema_migrations')
})
afterEach(() => db.drop())

const write = (file: string, sql: string) => writeFileSync(join(project, 'migrations', file), sql)
const prepare = ({ seeded = false, production = false, aroundUpgrade }: Partial<Parameters<typeof prepareDatabase>[0]> = {}) =>
  prepareDatabase({ url: db.url, project, seeded, production, ...(aroundUpgrade ? { aroundUpgrade } : {}) })

async function query<T extends pg.QueryResultRow>(sql: string) {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

test('migrations are applied once and in order, without superuser rights, and recorded in the Supabase CLI’s history', async () => {
  write(
    '20260102000000_second.sql',
    'create table second_made as select current_user::text as who, (select rolsuper from pg_roles where rolname = current_user) as super',
  )
  await prepare()
  await prepare()
  expect(await query('select who, super from second_made')).toEqual([
    { who: expect.stringMatching(/^(postgres|supabase_migrator)$/), super: false },
  ])
  expect(await query('select version, name from supabase_migrations.schema_migrations order by version')).toEqual([
    { version: '20260101000000', name: 'notes' },
    { version: '20260102000000', name: 'second' },
  ])
})

test('a failing migration is rolled back, and the error names its line', async () => {
  write('20260102000000_half.sql', 'create table half_made ();\nselect 1;\nselect nonsense;')
  await expect(prepare()).rejects.toThrow('Migration 20260102000000_half.sql failed: column "nonsense" does not exist (line 3)')
  expect(await query("select to_regclass('half_made') as found")).toEqual([{ found: null }])
})

test('an upgrade is announced before it changes anything, and only if an existing database gets new migrations', async () => {
  const announced: string[] = []
  const aroundUpgrade: AroundUpgrade = async ({ version }, upgrade) => {
    const found = await query<{ platform: string; second: string }>(
      "select (select version from _server.platform) as platform, to_regclass('second_made') as second",
    )
    expect(found).toEqual([{ platform: 'of the old release', second: null }])
    await upgrade()
    announced.push(version)
  }
  await prepare({ aroundUpgrade })
  await prepare({ aroundUpgrade })
  expect(announced).toEqual([])
  write('20260102000000_second.sql', 'create table second_made ()')
  await query("update _server.platform set version = 'of the old release'")
  await prepare({ aroundUpgrade })
  expect(announced).toEqual(['20260101000000'])
  write('20260101500000_late.sql', '')
  await expect(prepare({ aroundUpgrade: () => Promise.reject(new Error('not asked')) })).rejects.toThrow('comes before 20260102000000')
})

test('a changed migration that is already applied is refused with instructions', async () => {
  write('20260102000000_changing.sql', 'select 1')
  await prepare()
  write('20260102000000_changing.sql', 'select 2')
  await expect(prepare()).rejects.toThrow(/20260102000000_changing.sql was changed after it had been applied; .*npm run db:reset/)
})

test('an applied migration without a file is refused, because the database is newer', async () => {
  await query("insert into supabase_migrations.schema_migrations (version) values ('20990101000000')")
  await expect(prepare()).rejects.toThrow('The database has migration 20990101000000, which this version does not know')
})

test('a migration older than the last applied one is refused, as in the Supabase CLI', async () => {
  write('20260103000000_later.sql', '')
  await prepare()
  write('20260102000000_late.sql', '')
  await expect(prepare()).rejects.toThrow('Migration 20260102000000_late.sql comes before 20260103000000')
})

test('a migration that the Supabase CLI applied statement by statement is trusted', async () => {
  write('20260102000000_two.sql', 'select 1; select 2')
  await query(
    "insert into supabase_migrations.schema_migrations (version, name, statements) values ('20260101000000', 'notes', null), ('20260102000000', 'two', '{select 1,select 2}')",
  )
  await expect(prepare()).resolves.toBeUndefined()
})

test('an invalid file name is reported', async () => {
  write('hello.sql', '')
  await expect(prepare()).rejects.toThrow('Migration hello.sql must be named like')
})

test('several servers that start at once migrate only once', { tags: 'long' }, async () => {
  write('20260102000000_once.sql', 'create table made_once ()')
  await Promise.all([prepare(), prepare(), prepare(), prepare()])
  expect(await query("select from supabase_migrations.schema_migrations where name = 'once'")).toHaveLength(1)
})

test('the seed is loaded once, and its opening comment lists the demo accounts', async () => {
  write('20260102000000_people.sql', 'create table people_seeded (name text)')
  writeFileSync(join(project, 'seed.sql'), "-- Sign in as ada.\n-- Or as bo.\n\ninsert into people_seeded values ('ada');")
  expect(await prepare({ seeded: true })).toEqual(['Sign in as ada.', 'Or as bo.'])
  expect(await prepare({ seeded: true })).toEqual(['Sign in as ada.', 'Or as bo.'])
  expect(await prepare()).toBeUndefined()
  expect(await query('select name from people_seeded')).toEqual([{ name: 'ada' }])
})

test('production does not start while demo accounts exist', async () => {
  await query(`insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'demo@example.test', '{"demo": true}')`)
  await expect(prepare({ production: true })).rejects.toThrow('This database holds demo accounts')
  await query('delete from auth.users')
  await prepare({ production: true })
})
