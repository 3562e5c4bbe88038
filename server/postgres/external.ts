// Checks the requirements for a PostgreSQL given by DATABASE_URL, each with its own error message.
import pg from 'pg'

const OLDEST_VERSION = 15

/** `neededVersion` is the major version that the project's migrations require. */
export async function checkExternal(url: string, neededVersion?: number) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (cause) {
    throw new Error(`DATABASE_URL cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}.`, { cause })
  }
  try {
    const { rows } = await client.query<Facts>(FACTS)
    const [facts] = rows
    if (!facts) throw new Error('DATABASE_URL gave no answer.')
    const complaint = complaintAbout(facts, neededVersion)
    if (complaint) throw new Error(`DATABASE_URL ${complaint}`)
  } finally {
    await client.end()
  }
}

interface Facts {
  version: number
  login: string
  is_superuser: boolean
  wal_level: string
  encoding: string
  replication_slots: number
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as version,
         session_user::text as login,
         (select rolsuper from pg_roles where rolname = session_user) as is_superuser,
         current_setting('wal_level') as wal_level,
         current_setting('server_encoding') as encoding,
         current_setting('max_replication_slots')::int as replication_slots`

export function complaintAbout(facts: Facts, neededVersion = OLDEST_VERSION) {
  const oldest = Math.max(OLDEST_VERSION, neededVersion)
  if (facts.version < oldest) return `is PostgreSQL ${facts.version}; it must be ${oldest} or newer.`
  if (!facts.is_superuser)
    return `logs in as "${facts.login}", who is no superuser; the roles and schemas that Supabase brings could not be made.`
  if (facts.encoding !== 'UTF8') return `has the encoding ${facts.encoding}; it must be UTF8.`
  if (facts.wal_level !== 'logical')
    return `runs with wal_level=${facts.wal_level}; live updates need wal_level=logical (a setting that takes a restart).`
  if (facts.replication_slots < 1) return 'allows no replication slot; live updates need max_replication_slots of at least 1.'
  return undefined
}
