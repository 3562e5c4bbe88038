// Only one process per database serves, because rooms and presence are in its memory. A second one waits as standby and takes over when the
// first stops. The lock belongs to a connection, so PostgreSQL releases it however the process ends. The connection's name shows who holds
// it and with which keys.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface ServingLock {
  release: () => Promise<void>
}

export interface ServingLockOptions {
  /** Logs in as the superuser. */
  url: string
  /** Equal for servers that accept each other's tokens and URLs. */
  keyFingerprint: string
  /** Whether all servers read files from the same place. */
  sharesFiles: boolean
  /** Called when this process has to wait. */
  onStandby: () => void
  /** Called when the connection was lost and another server has taken over. */
  onLost: () => void
  signal?: AbortSignal | undefined
}

const LOCK = '1936028265, 1'
const POLL_MS = 250
const RECONNECT_MS = 500
const HEAD_START_MS = 2000

export async function acquireServingLock(options: ServingLockOptions): Promise<ServingLock> {
  const { url, keyFingerprint, onStandby, onLost, signal } = options
  let client = await connect(url)
  let isReleased = false
  try {
    if (!(await tryLock(client, keyFingerprint))) {
      await checkStandby(client, options)
      onStandby()
      while (!(await waitForLock(client, keyFingerprint, signal))) client = await reconnect(url, signal)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }

  const watch = () => client.once('end', () => !isReleased && void regain())
  // After a restart of PostgreSQL, the first process to get the lock serves.
  async function regain() {
    if (isReleased) return
    try {
      client = await connect(url)
      if (await tryLock(client, keyFingerprint)) watch()
      else await client.end().then(onLost)
    } catch {
      setTimeout(() => void regain(), RECONNECT_MS).unref()
    }
  }
  watch()

  return {
    async release() {
      isReleased = true
      await client.end().catch(() => {})
    },
  }
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'standby' })
  // The query rejects with the error. Without this listener the error event would crash the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function tryLock(client: pg.Client, keyFingerprint: string) {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`)
  if (rows[0]?.locked) await nameHolder(client, keyFingerprint)
  return rows[0]?.locked ?? false
}

/**
 * Returns false if the connection was lost. The lock is polled, because a process waiting in the database would stay in the queue after it
 * has left.
 */
async function waitForLock(client: pg.Client, keyFingerprint: string, signal: AbortSignal | undefined) {
  try {
    do await sleep(POLL_MS, undefined, { signal })
    while (!(await tryLock(client, keyFingerprint)))
    return true
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    await client.end().catch(() => {})
    return false
  }
}

/** Waits until PostgreSQL has restarted, and a little longer, so that the active server can regain the lock. */
async function reconnect(url: string, signal: AbortSignal | undefined) {
  for (;;) {
    await sleep(RECONNECT_MS, undefined, { signal })
    try {
      const client = await connect(url)
      await sleep(HEAD_START_MS, undefined, { signal })
      return client
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
    }
  }
}

/** The driver throws plain errors when it loses the database. PostgreSQL itself reports that it shuts down, starts or is full. */
const isConnectionLoss = (error: unknown) =>
  error instanceof pg.DatabaseError ? /^(?:08|53|57P)/.test(error.code ?? '') : error instanceof Error && error.name !== 'AbortError'

async function nameHolder(client: pg.Client, keyFingerprint: string) {
  await client.query("select set_config('application_name', $1, false)", [`serving ${keyFingerprint}`])
}

async function checkStandby(client: pg.Client, { keyFingerprint, sharesFiles }: ServingLockOptions) {
  if (!sharesFiles) {
    throw new Error(
      'Another server serves this database, and a standby could not read the files on its disk: keep files in S3 (the S3_ variables) on both, or stop the other one.',
    )
  }
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and (l.classid::bigint, l.objid::bigint, l.objsubid) = (${LOCK}, 2)
       and l.database = (select oid from pg_database where datname = current_database())`,
  )
  if (rows[0] && rows[0].name !== `serving ${keyFingerprint}`) {
    throw new Error(
      'Another server serves this database with other keys: set JWT_SIGNING_KEY, SUPABASE_SECRET_KEY and SUPABASE_PUBLISHABLE_KEY to the same values on both.',
    )
  }
}
