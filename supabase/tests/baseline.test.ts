// The baseline creates the same schema as the migrations that it replaces, and a database that ran those is adopted unchanged.
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../server/testing/database.ts'
import { baselineOf, databaseAt, fingerprintOf, migrationsOf, upgrade } from '../../server/testing/upgrade.ts'
import { addStaff, openForThisFile, superuser } from './clinic.ts'

const baseline = baselineOf('product')
const migrations = migrationsOf('product')
const versions = migrations.map(({ version }) => version)

const db = openForThisFile(
  () => databaseAt('product', baseline.through),
  (opened) => opened.drop(),
)

/** Writes the history of an earlier release, whose files no longer exist: a row without the file's text is not compared with a file. */
const writeOldHistory = (database: TestDatabase) =>
  database.keep(superuser, async ({ query }) => {
    await query('delete from supabase_migrations.schema_migrations')
    await query('insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])', [Object.keys(baseline.replaces)])
  })
const historyOf = (database: TestDatabase) =>
  database.as(superuser, async ({ query }) => {
    const rows = await query<{ version: string }>('select version from supabase_migrations.schema_migrations order by version')
    return rows.map(({ version }) => version)
  })

test('a new database has the fingerprint of the migrations that the baseline replaces', async () => {
  expect(await fingerprintOf(db, 'product')).toEqual(baseline.fingerprint)
})

test('no comment in a migration says "as before"', () => {
  for (const { sql, file } of migrations) expect([file, sql.match(/^.*-- .*\bas before\b.*$/im)?.[0]]).toEqual([file, undefined])
})

test('the versions of the baseline sort after the versions that it replaces', () => {
  expect(versions[0] ?? '').toSatisfy((first: string) => first > (Object.keys(baseline.replaces).at(-1) ?? ''))
  expect(versions).toContain(baseline.through)
  expect(baseline.commit).toMatch(/^[0-9a-f]{40}$/)
})

test('a clinic with the older history keeps its rows and gets the history of the baseline', async () => {
  const clinic = await addStaff(await databaseAt('product', baseline.through))
  try {
    await clinic.keep(superuser, async ({ query }) => {
      await query("update private.second_factor_settings set grace = '7 days'")
      await query("insert into specialties (code, names, synonyms) select 'yeni', names, synonyms from specialties where code = 'kbb'")
    })
    await writeOldHistory(clinic)
    const read = () =>
      clinic.as(superuser, ({ query }) =>
        query('select d.id, d.first_name, w.* from doctors d join doctor_availability w on w.doctor_id = d.id'),
      )
    const before = await read()
    await upgrade(clinic, 'product')
    expect(await read()).toEqual(before)
    expect(before).toHaveLength(14)
    expect(await historyOf(clinic)).toEqual(versions)
  } finally {
    await clinic.drop()
  }
})

test('a schema that differs is refused with the name of the first different object', async () => {
  await writeOldHistory(db)
  // The changes add up, and each new one sorts before all earlier ones.
  for (const [change, complaint] of [
    ['grant select on private.rate_counters to anon', 'table private.rate_counters is different'],
    [
      "update private.retention_periods set period = '5 years' where what = 'audit_log'",
      'row private.retention_periods audit_log is different',
    ],
    ['drop policy "audit_log: admins read" on audit_log', 'policy public.audit_log audit_log: admins read is missing'],
    ['drop index doctors_first_name_idx', 'indexes public.doctors is different'],
    ['alter function private.is_admin() volatile', 'function private.is_admin() is different'],
    ['alter table doctors add column nickname text', 'column public.doctors.nickname is not part of it'],
  ] as const) {
    await db.keep(superuser, ({ query }) => query(change))
    await expect(upgrade(db, 'product')).rejects.toThrow(complaint)
  }
  expect(await historyOf(db)).toEqual(Object.keys(baseline.replaces))
})

test('an incomplete older history is refused', async () => {
  await writeOldHistory(db)
  await db.keep(superuser, ({ query }) =>
    query('delete from supabase_migrations.schema_migrations where version = $1', [Object.keys(baseline.replaces).at(-1)]),
  )
  await expect(upgrade(db, 'product')).rejects.toThrow(`Start commit ${baseline.commit} on it once, then this release.`)
})
