import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { type Cluster, startCluster } from './cluster.ts'

const isRoot = process.getuid?.() === 0

async function query<T extends pg.QueryResultRow>(cluster: Cluster, sql: string) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const { rows } = await client.query<T>(sql)
  await client.end()
  return rows
}

test('a new cluster is private, checksummed, ready for live updates and reached by its socket only', async () => {
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

test('a folder whose making was cut off is made anew', async () => {
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

test.runIf(isRoot)('a folder that the database user cannot reach is served from one it can', async () => {
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

test('a pid file that names a stranger keeps nobody out, and the stranger is left alone', async () => {
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

test('a database that dies by itself is started again', async () => {
  const reasons: string[] = []
  const restarted = Promise.withResolvers<void>()
  const cluster = await startCluster({
    folder: join(temporaryFolder(), 'postgres'),
    onRestart: (reason) => (reasons.push(reason), restarted.resolve()),
  })
  process.kill(cluster.pid() ?? 0, 'SIGKILL')
  await restarted.promise
  await expect.poll(() => query(cluster, 'select 1 as one').catch(() => []), { timeout: 15_000 }).toEqual([{ one: 1 }])
  expect(reasons).toEqual(['PostgreSQL ended by itself (SIGKILL).'])
  await cluster.stop()
}, 30_000)
