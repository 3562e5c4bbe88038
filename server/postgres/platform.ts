// Turns a plain PostgreSQL into the state of a new hosted Supabase database.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { derivePassword, withLogin } from './connection.ts'

const FOLDER = join(import.meta.dirname, 'platform')
const LOGINS = ['authenticator', 'supabase_auth_admin', 'supabase_replication_admin']

/** Returns the role that runs migrations. */
export async function applyPlatform(admin: pg.Client) {
  const migrator = await ensureMigrator(admin)
  const sql = readdirSync(FOLDER)
    .toSorted()
    .map((name) => readFileSync(join(FOLDER, name), 'utf8').replaceAll(':migrator', pg.escapeIdentifier(migrator)))
    .join('\n')
  const version = createHash('sha256').update(sql).digest('hex')
  if ((await appliedVersion(admin)) !== version) {
    await admin.query(`begin;
      set local client_min_messages = warning;
      ${sql}
      create table if not exists _server.platform (version text not null);
      delete from _server.platform;
      insert into _server.platform values ('${version}');
      commit`)
  }
  // Rights on the database itself are not part of a template or a dump.
  await admin.query(`do $$ begin execute format('grant create on database %I to %I', current_database(), '${migrator}'); end $$`)
  return migrator
}

// Usually `postgres`, as on hosted. If that is the cluster's superuser, whose powers cannot be removed, a separate role.
async function ensureMigrator(admin: pg.Client) {
  const { rows } = await admin.query<{ rolsuper: boolean }>("select rolsuper from pg_roles where rolname = 'postgres'")
  const name = rows[0]?.rolsuper ? 'supabase_migrator' : 'postgres'
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await admin.query(`create role ${pg.escapeIdentifier(name)} nologin createrole createdb replication bypassrls`)
  return name
}

async function appliedVersion(admin: pg.Client) {
  const { rows: tables } = await admin.query<{ exists: boolean }>("select to_regclass('_server.platform') is not null as exists")
  if (!tables[0]?.exists) return undefined
  const { rows } = await admin.query<{ version: string }>('select version from _server.platform')
  return rows[0]?.version
}

/** Sets the passwords of the server's logins unless they are correct. */
export async function ensureLogins(admin: pg.Client, url: string) {
  for (const user of LOGINS) {
    if (await canLogIn(withLogin(url, user))) continue
    await admin.query(`alter role ${pg.escapeIdentifier(user)} with login password ${pg.escapeLiteral(derivePassword(url, user))}`)
  }
}

async function canLogIn(url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
