import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, type TestDatabase } from '../testing/database.ts'
import { type Baseline, hashOf } from './baseline.ts'
import { type AroundUpgrade, prepareDatabase } from './start.ts'

const OLD = { '20270101000000': 'create table guests (id integer)', '20270102000000': 'alter table guests add column name text' }
const BASELINE = 'create table guests (id integer, name text)'

let db: TestDatabase
let project: string

beforeEach(async () => {
  db = await freshDatabase('sample')
  project = temporaryFolder()
  mkdirSync(join(project, 'migrations'))
  await query('delete from supabase_migrations.schema_migrations')
  writeFileSync(
    join(project, 'fingerprint.sql'),
    `set search_path = '';
     select 'column ' || a.attname as name, a.atttypid::regtype::text as hash
     from pg_attribute a where a.attrelid = to_regclass('public.guests') and a.attnum > 0 and not a.attisdropped
     union all select 'initial row', (select count(*)::text from public.guests)`,
  )
  const baseline: Baseline = {
    commit: '0a1b2c3',
    through: '20270201000000',
    replaces: Object.fromEntries(Object.entries(OLD).map(([version, sql]) => [version, hashOf(sql)])),
    fingerprint: { 'column id': 'integer', 'column name': 'text', 'initial row': '0' },
  }
  writeFileSync(join(project, 'baseline.json'), JSON.stringify(baseline))
  write('20270201000000_guests.sql', BASELINE)
  write('20270301000000_later.sql', 'create table meals ()')
})
afterEach(() => db.drop())

const write = (file: string, sql: string) => writeFileSync(join(project, 'migrations', file), sql)
const prepare = (aroundUpgrade?: AroundUpgrade) =>
  prepareDatabase({ url: db.url, project, seeded: false, production: false, ...(aroundUpgrade ? { aroundUpgrade } : {}) })

async function query<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

const history = async () =>
  (await query<{ version: string }>('select version from supabase_migrations.schema_migrations order by version')).map(
    ({ version }) => version,
  )

/** Runs the older migrations, as the release before the baseline did. */
async function runOld(versions = Object.keys(OLD) as (keyof typeof OLD)[]) {
  for (const version of versions) {
    await query(OLD[version])
    await query("insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, 'old', array[$2])", [
      version,
      OLD[version],
    ])
  }
  await query('insert into guests default values')
}

test('an empty history gets the baseline and the later migrations', async () => {
  await prepare()
  expect(await history()).toEqual(['20270201000000', '20270301000000'])
  expect(await query('select id, name from guests, meals')).toEqual([])
})

test('the older history is replaced by the baseline, and rows stay', async () => {
  await runOld()
  const announced: string[] = []
  await prepare(async ({ version }, upgrade) => {
    announced.push(version)
    // The old release can restore a backup made at this point.
    expect(await history()).toEqual(Object.keys(OLD))
    await upgrade()
  })
  expect(announced).toEqual(['20270102000000'])
  expect(await history()).toEqual(['20270201000000', '20270301000000'])
  expect(await query('select id, name from guests left join meals on true')).toEqual([{ id: null, name: null }])
  await prepare(() => Promise.reject(new Error('not asked')))
})

test('a different schema is refused, naming its first object, and nothing changes', async () => {
  await runOld()
  await query('alter table guests alter column name type varchar(10)')
  await expect(prepare()).rejects.toThrow('continues: column name is different. Nothing was changed.')
  await query('alter table guests drop column name')
  await expect(prepare()).rejects.toThrow('continues: column name is missing.')
  await query('alter table guests add column name text, add column email text')
  await expect(prepare()).rejects.toThrow('continues: column email is not part of it.')
  expect(await history()).toEqual(Object.keys(OLD))
})

test('an older migration with a different text is refused', async () => {
  await runOld()
  await query("update supabase_migrations.schema_migrations set statements = '{select 1}' where version = '20270101000000'")
  await expect(prepare()).rejects.toThrow('Migration 20270101000000 is another one than this release replaces.')
  // The Supabase CLI records statements separately.
  await query("update supabase_migrations.schema_migrations set statements = '{select 1,select 2}' where version = '20270101000000'")
  await prepare()
})

test('a partial older history is refused, naming the commit to start first', async () => {
  await runOld(['20270101000000'])
  await expect(prepare()).rejects.toThrow(
    'The database stops at migration 20270101000000, and this release continues from 20270102000000. Start commit 0a1b2c3 on it once, then this release.',
  )
  expect(await history()).toEqual(['20270101000000'])
})

test('several servers that start at once replace the history only once', { tags: 'long' }, async () => {
  await runOld()
  await Promise.all([prepare(), prepare(), prepare()])
  expect(await history()).toEqual(['20270201000000', '20270301000000'])
})
