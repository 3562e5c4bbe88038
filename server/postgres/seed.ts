// Demo accounts: loaded once into a new database, never in production.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { actAs, describe } from './migrations.ts'

/** Returns the opening comment of the seed, which lists the demo accounts, if they exist. */
export async function seed(admin: pg.Client, { file, role }: { file: string; role: string }) {
  if (!existsSync(file)) return undefined
  const sql = readFileSync(file, 'utf8')
  const { rowCount: seeded } = await admin.query("select from supabase_migrations.seed_files where path = 'seed.sql'")
  if (!seeded) await load(admin, sql, role)
  return openingComment(sql)
}

async function load(admin: pg.Client, sql: string, role: string) {
  const hash = createHash('sha256').update(sql).digest('hex')
  try {
    await admin.query('begin')
    await actAs(admin, role)
    await admin.query(sql)
    await admin.query('reset role')
    await admin.query("insert into supabase_migrations.seed_files values ('seed.sql', $1)", [hash])
    await admin.query('commit')
  } catch (cause) {
    await admin.query('rollback')
    throw new Error(`The demo data could not be loaded: ${describe(cause, sql)}`, { cause })
  }
}

function openingComment(sql: string) {
  const lines = sql.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('--'))
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.replace(/^--\s?/, ''))
}

/** Demo accounts carry `demo` in their app metadata. */
export async function hasDemoAccounts(admin: pg.Client) {
  const { rows } = await admin.query<{ found: boolean }>(
    "select exists (select from auth.users where raw_app_meta_data ->> 'demo' = 'true') as found",
  )
  return rows[0]?.found ?? false
}
