// Supabase's migration files and history table, so that this server and the Supabase CLI see each other's migrations as applied.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { checkReplaced, isReplaced, readBaseline } from './baseline.ts'

interface Migration {
  version: string
  name: string
  file: string
  sql: string
}

interface Applied {
  version: string
  statements: string[] | null
}

const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  create table if not exists supabase_migrations.seed_files (path text primary key, hash text not null)`

/** Applies new migrations in order, optionally up to a version, each in its own transaction. Returns the files applied. */
export async function migrate(admin: pg.Client, { folder, role, upTo }: { folder: string; role: string; upTo?: string }) {
  await admin.query(`set client_min_messages = warning; ${HISTORY}; reset client_min_messages`)
  const { pending, adopted } = await planMigrations(admin, folder)
  if (adopted.length) await replaceHistory(admin, adopted)
  const fresh = pending.filter(({ version }) => upTo === undefined || version <= upTo)
  for (const migration of fresh) await apply(admin, migration, role)
  // Other servers on this database have cached the old schema.
  if (fresh.length) await admin.query("notify pgrst, 'reload schema'")
  return fresh.map(({ file }) => file)
}

/**
 * Returns the newest applied version and the pending files. `adopted` are the files of a baseline that replaces the history; their schema
 * exists already. Changes nothing.
 */
export async function planMigrations(admin: pg.Client, folder: string) {
  const migrations = readMigrations(folder)
  const applied = await readHistory(admin)
  const adopted = await planAdoption(admin, folder, migrations, applied)
  const current = adopted.length ? adopted.map(({ version }) => ({ version, statements: null })) : applied
  const complaint = complaintAbout(migrations, current)
  if (complaint) throw new Error(complaint)
  const known = new Set(current.map(({ version }) => version))
  return { newest: applied.at(-1)?.version, pending: migrations.filter(({ version }) => !known.has(version)), adopted }
}

async function planAdoption(admin: pg.Client, folder: string, migrations: Migration[], applied: Applied[]) {
  const baseline = readBaseline(folder)
  const versions = applied.map(({ version }) => version)
  const advice = 'Start commit <commit> on it once, then this release.'
  if (!baseline || !isReplaced(baseline, versions, { subject: 'The database', advice })) return []
  await checkReplaced(admin, folder, baseline, applied)
  return migrations.filter(({ version }) => version <= baseline.through)
}

async function replaceHistory(admin: pg.Client, migrations: Migration[]) {
  await admin.query('begin')
  try {
    await admin.query('delete from supabase_migrations.schema_migrations')
    for (const migration of migrations) await record(admin, migration)
    await admin.query('commit')
  } catch (error) {
    await admin.query('rollback')
    throw error
  }
}

async function readHistory(admin: pg.Client): Promise<Applied[]> {
  const { rows: found } = await admin.query<{ exists: boolean }>(
    "select to_regclass('supabase_migrations.schema_migrations') is not null as exists",
  )
  if (!found[0]?.exists) return []
  // Converted through JSON, because the table of an early Supabase CLI lacks this column.
  const { rows } = await admin.query<Applied>(
    "select version, to_jsonb(history) -> 'statements' as statements from supabase_migrations.schema_migrations as history order by version",
  )
  return rows
}

export function readMigrations(folder: string): Migration[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new Error(`Migration ${file} must be named like 20260101090000_what_it_does.sql.`)
      return { version, name, file, sql: readFileSync(join(folder, file), 'utf8') }
    })
}

function complaintAbout(migrations: Migration[], applied: Applied[]) {
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  if (byVersion.size < migrations.length) return 'Two migrations have the same version number; rename one of them.'

  for (const { version, statements } of applied) {
    const migration = byVersion.get(version)
    if (!migration)
      return `The database has migration ${version}, which this version does not know; run the newer version, or restore the backup made before it.`
    // The Supabase CLI records statements separately, so only texts that this server recorded can be compared exactly.
    const [text, ...more] = statements ?? []
    if (text !== undefined && more.length === 0 && text !== migration.sql) {
      return `Migration ${migration.file} was changed after it had been applied; undo the change and add a new migration, or, where the data may go, run "npm run db:reset".`
    }
  }

  const newest = applied.at(-1)?.version ?? ''
  const known = new Set(applied.map(({ version }) => version))
  const late = migrations.find(({ version }) => version < newest && !known.has(version))
  if (late) return `Migration ${late.file} comes before ${newest}, which is applied already; give it a later number.`
  return undefined
}

async function apply(admin: pg.Client, migration: Migration, role: string) {
  const { file, sql } = migration
  try {
    await admin.query('begin')
    await actAs(admin, role)
    await admin.query(sql)
    await admin.query('reset role')
    await record(admin, migration)
    await admin.query('commit')
  } catch (cause) {
    await admin.query('rollback')
    throw new Error(`Migration ${file} failed: ${describe(cause, sql)}`, { cause })
  }
}

const record = (admin: pg.Client, { version, name, sql }: Migration) =>
  admin.query('insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)', [version, name, [sql]])

/** Switches to the role for the rest of the transaction, with the search path that hosted Supabase gives it. */
export async function actAs(admin: pg.Client, role: string) {
  await admin.query(`set local role ${pg.escapeIdentifier(role)}; set local search_path = "$user", public, extensions`)
}

export function describe(error: unknown, sql: string) {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const line = error.position ? ` (line ${sql.slice(0, Number(error.position)).split('\n').length})` : ''
  return `${error.message}${line}`
}
