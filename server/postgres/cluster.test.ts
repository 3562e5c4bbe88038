import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { PostgresLogLine } from './log-line.ts'

const isRoot = process.getuid?.() === 0

async function query<T extends pg.QueryResultRow>(cluster: Cluster, sql: string) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

test('a new cluster is private, checksummed, configured for logical replication and reachable by its socket only', async () => {
  const cluster = await startCluster({ folder: join(temporaryFolder(), 'postgres') })
  const [settings] = await query(
    cluster,
    `select current_setting('data_checksums') as checksums, current_setting('wal_level') as wal, current_setting('listen_addresses') as addresses,
            current_setting('server_encoding') as encoding, current_setting('timezone') as zone, current_setting('password_encryption') as hashing`,
  )
  expect(settings).toEqual({ checksums: 'on', wal: 'logical', addresses: '', encoding: 'UTF8', zone: 'UTC', hashing: 'scram-sha-256' })
  expect(statSync(join(cluster.home, 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(cluster.home).mode & 0o777).toBe(0o700)
  expect(readFileSync(join(cluster.home, 'data/pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m)
  await cluster.stop()
})

test('an interrupted initialization is repeated', { tags: 'long' }, async () => {
  const folder = join(temporaryFolder(), 'postgres')
  mkdirSync(join(folder, 'data.unfinished/base'), { recursive: true })
  writeFileSync(join(folder, 'data.unfinished/PG_VERSION'), '17\n')
  const cluster = await startCluster({ folder })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
  expect(existsSync(join(folder, 'data.unfinished'))).toBe(false)
})

test('a path too long for a socket still works', async () => {
  const cluster = await startCluster({ folder: join(temporaryFolder(), 'a-rather-long-name-'.repeat(8), 'postgres') })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

test.runIf(isRoot)('a folder that the database user cannot reach is served from one it can', { tags: 'long' }, async () => {
  const locked = join(temporaryFolder(), 'locked')
  mkdirSync(locked, { mode: 0o700 })
  const cluster = await startCluster({ folder: join(locked, 'postgres') })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(cluster.home.startsWith(locked)).toBe(false)
  expect(readFileSync(join(locked, 'postgres.location'), 'utf8').trim()).toBe(cluster.home)
  await cluster.stop()
  const again = await startCluster({ folder: join(locked, 'postgres') })
  expect(again.home).toBe(cluster.home)
  await again.stop()
  execFileSync('rm', ['-r', cluster.home])
})

test('a stale pid file with the pid of another process is ignored, and that process is left alone', { tags: 'long' }, async () => {
  const folder = join(temporaryFolder(), 'postgres')
  await (await startCluster({ folder })).stop()
  const stranger = spawn('sleep', ['60'])
  writeFileSync(
    join(folder, 'data/postmaster.pid'),
    `${stranger.pid}\n${join(folder, 'data')}\n1700000000\n5432\n\n\n         1         1\nready\n`,
  )
  const cluster = await startCluster({ folder })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill()
  await cluster.stop()
})

test('a database that crashes is restarted, and its recovery is logged', { tags: 'long', timeout: 30_000 }, async () => {
  const reasons: string[] = []
  const messages: string[] = []
  const restarted = Promise.withResolvers<void>()
  const cluster = await startCluster({
    folder: join(temporaryFolder(), 'postgres'),
    onRestart: (reason) => (reasons.push(reason), restarted.resolve()),
    onLog: ({ message }) => messages.push(message),
  })
  expect(messages).toEqual([])
  process.kill(cluster.pid() ?? 0, 'SIGKILL')
  await restarted.promise
  await expect.poll(() => query(cluster, 'select 1 as one').catch(() => []), { timeout: 15_000 }).toEqual([{ one: 1 }])
  expect(reasons).toEqual(['PostgreSQL ended by itself (SIGKILL).'])
  expect(messages).toContainEqual(expect.stringContaining('automatic recovery in progress'))
  await cluster.stop()
})

test('restarting a database is retried until it succeeds', { tags: 'long', timeout: 45_000 }, async () => {
  const reasons: string[] = []
  const cluster = await startCluster({ folder: join(temporaryFolder(), 'postgres'), onRestart: (reason) => reasons.push(reason) })
  const control = join(cluster.home, 'data/global')
  renameSync(control, `${control}.away`)
  process.kill(cluster.pid() ?? 0, 'SIGKILL')
  await expect.poll(() => reasons.filter((reason) => reason.includes('did not start again')).length, { timeout: 15_000 }).toBeGreaterThan(1)
  renameSync(`${control}.away`, control)
  await expect.poll(() => query(cluster, 'select 1 as one').catch(() => []), { timeout: 15_000 }).toEqual([{ one: 1 }])
  await cluster.stop()
})

test('PostgreSQL’s messages about itself are logged with their level, and those about statements are not', async () => {
  const lines: PostgresLogLine[] = []
  const cluster = await startCluster({ folder: join(temporaryFolder(), 'postgres'), onLog: (line) => lines.push(line) })
  await query(cluster, "select 'ada@example.test'::uuid").catch(() => {})
  await query(cluster, "do $$ begin raise log 'a mark of the operator'; end $$")
  await expect.poll(() => lines).toContainEqual({ level: 'info', code: '00000', message: 'a mark of the operator' })
  expect(JSON.stringify(lines)).not.toContain('ada')
  await cluster.stop()
})

test('a data folder of another major version is refused, with both versions and instructions', { tags: 'long' }, async () => {
  const folder = join(temporaryFolder(), 'postgres')
  await (await startCluster({ folder })).stop()
  writeFileSync(join(folder, 'data/PG_VERSION'), '16\n')
  await expect(startCluster({ folder })).rejects.toThrow(/made by PostgreSQL 16, and this release brings PostgreSQL 17.*npm run backup/)
})

test.each([83, 84, 90])('a path of %i bytes works, whether or not a socket fits into the data folder', { tags: 'long' }, async (bytes) => {
  const parent = temporaryFolder()
  const folder = join(parent, 'x'.repeat(bytes - Buffer.byteLength(parent) - '//postgres'.length), 'postgres')
  expect(Buffer.byteLength(folder)).toBe(bytes)
  const cluster = await startCluster({ folder })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

test('a path that is short in characters but long in bytes works', { tags: 'long' }, async () => {
  const cluster = await startCluster({ folder: join(temporaryFolder(), 'данные-клиники-на-сервере-в-баку', 'postgres') })
  expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})
