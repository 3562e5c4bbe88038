// The end of the database, of the connection to it, or of this process.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readKeys } from '../keys.ts'
import { startServer } from '../main.ts'
import { PROJECTS, temporaryFolder } from '../testing/cluster.ts'
import { emailOf, freshDatabase, idOf, superuser } from '../testing/database.ts'
import { freePort } from '../testing/server.ts'
import { writeTinySite } from '../testing/tiny-site.ts'
import { createTokens } from '../tokens.ts'
import { aWhile, createCollector, createPeople, FOLLOWING, follow } from './testing.ts'

const folder = temporaryFolder()
const dataDir = join(folder, 'data')
let server: Awaited<ReturnType<typeof startServer>>
let people: ReturnType<typeof createPeople>
let ada: SupabaseClient
let start: () => Promise<void>

beforeAll(async () => {
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, NODE_ENV: 'test', SEED: 'none', SCHEDULE: 'off' })
  writeTinySite(join(folder, 'site'))
  start = async () => {
    server = await startServer(config, { project: PROJECTS.sample, site: join(folder, 'site') })
  }
  await start()
  const tokens = await createTokens(config)
  await sql(`insert into auth.users (id, email) values ('${idOf('ada')}', '${emailOf('ada')}')`)
  people = createPeople({
    url: server.url,
    keys: readKeys(config),
    async tokenOf(name) {
      const session = randomUUID()
      await sql(`insert into auth.sessions (id, user_id) values ('${session}', '${idOf(name)}')`)
      return tokens.sign({ sub: idOf(name), role: 'authenticated', session_id: session }, 3600)
    },
  })
  ada = await people.as('ada')
})
afterAll(async () => {
  await people.leave()
  await server.stop()
})

/** Runs as the administrator of the embedded database, on a connection that may be cut. */
async function sql<T = Record<string, unknown>>(query: string): Promise<T[]> {
  const client = await connect()
  try {
    return (await client.query(query)).rows as T[]
  } finally {
    await client.end()
  }
}

async function connect() {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8')
  const host = encodeURIComponent(join(dataDir, 'postgres/socket'))
  const client = new pg.Client({ connectionString: `postgres://supabase_admin:${encodeURIComponent(password)}@${host}/postgres` })
  client.on('error', () => {})
  await client.connect()
  return client
}

const addNote = () => sql(`insert into notes (owner_id, body) values ('${idOf('ada')}', 'x')`)
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

/** Subscribes to notes and records interruptions and their ends. */
async function followNotes() {
  const changes = await follow(ada, 'notes')
  const states = createCollector<string>()
  changes.channel.on('system', {}, ({ status, message }: { status: string; message: string }) => states.add(`${status}: ${message}`))
  return { ...changes, states }
}

const LOST = 'error: Realtime was unable to connect to the project database'

// PostgreSQL does the same to a reader that is too far behind.
test('a replication connection that is cut while paused is restored, and subscribers are notified', async () => {
  const changes = await followNotes()
  const migration = await connect()
  // More than the queue accepts while the table is locked.
  await migration.query(`begin; insert into notes (owner_id, body) select '${idOf('ada')}', repeat('x', 100) from generate_series(1, 20000);
    commit; begin; lock table notes in access exclusive mode`)
  const behind = "sent_lsn < pg_current_wal_lsn() and state in ('streaming', 'catchup')"
  await aWhile()
  expect(await sql(`select pg_terminate_backend(pid) from pg_stat_replication where ${behind}`)).toHaveLength(1)
  await migration.query('commit')
  await migration.end()
  expect(await changes.states.until(2)).toEqual([LOST, FOLLOWING])
  await addNote()
  while (changes.received.at(-1)?.new['body'] !== 'x') await changes.until(changes.received.length + 1)
  expect(changes.received.length).toBeLessThan(20_000)
})

// The walsender also sends commits that still wait for a synchronous standby, which nobody can see yet.
test('a committed change is delivered once it is visible', { tags: 'long' }, async () => {
  const changes = await followNotes()
  await sql("alter system set synchronous_standby_names = 'nobody'")
  await sql('select pg_reload_conf()')
  await aWhile(200)
  const inserting = addNote()
  await aWhile(4000)
  expect(changes.received).toEqual([])
  await sql('alter system reset synchronous_standby_names')
  await sql('select pg_reload_conf()')
  await changes.until(1)
  await inserting
})

test('a replication connection that is cut is restored, and the same channel continues', async () => {
  const changes = await followNotes()
  const ready = createCollector<string>()
  const topic = ada.channel('ready', { config: { broadcast: { replication_ready: true } } })
  topic.on('system', {}, ({ message }: { message: string }) => ready.add(message)).subscribe()
  await ready.until(1)
  await sql("select pg_terminate_backend(pid, 5000) from pg_stat_activity where backend_type = 'walsender'")
  expect(await changes.states.until(2)).toEqual([LOST, FOLLOWING])
  expect(await ready.until(2)).toEqual(['Replication connection established', 'Replication connection established'])
  await addNote()
  await changes.until(1)
  expect(await sql('select temporary, active from pg_replication_slots')).toEqual([{ temporary: true, active: true }])
})

// If the reader confirmed one byte too much, PostgreSQL would never stop.
test.each(['SIGINT', 'SIGKILL'] as const)('after PostgreSQL ends by %s and restarts, the same channel continues', async (signal) => {
  const changes = await followNotes()
  const before = postmaster()
  const started = performance.now()
  process.kill(before, signal)
  expect(await changes.states.until(2)).toEqual([LOST, FOLLOWING])
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(postmaster()).not.toBe(before)
  await addNote()
  await changes.until(1)
})

test('the server stops quickly while clients are connected, and they reconnect', async () => {
  const changes = await followNotes()
  const started = performance.now()
  await server.stop()
  expect(performance.now() - started).toBeLessThan(5000)
  await start()
  expect(await changes.states.until(1)).toEqual([FOLLOWING])
  await addNote()
  await changes.until(1)
})

test('a killed server leaves no replication slot behind', { tags: 'long' }, async () => {
  const database = await freshDatabase('product')
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      PORT: String(await freePort()),
      NODE_ENV: 'test',
      SEED: 'none',
      SCHEDULE: 'off',
      DATA_DIR: join(temporaryFolder(), 'data'),
      DATABASE_URL: database.url,
    },
    stdio: 'ignore',
  })
  const slots = () =>
    database.as(superuser, ({ query }) => query('select from pg_replication_slots where database = current_database() and active'))
  const until = async (count: number) => {
    for (let left = 200; left > 0 && (await slots()).length !== count; left--) await aWhile(50)
    return (await slots()).length
  }
  expect(await until(1)).toBe(1)
  child.kill('SIGKILL')
  expect(await until(0)).toBe(0)
  await database.drop()
})
