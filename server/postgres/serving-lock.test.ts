import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { acquireServingLock } from './serving-lock.ts'

let cluster: Cluster | undefined
afterAll(() => cluster?.stop())

test('after a restart of PostgreSQL, the standby keeps waiting and the active server keeps serving', { tags: 'long' }, async () => {
  const restarts: string[] = []
  cluster = await startCluster({ folder: join(temporaryFolder(), 'postgres'), onRestart: (reason) => restarts.push(reason) })
  const lost: string[] = []
  const acquire = (name: string, onStandby: () => void) =>
    acquireServingLock({ url: cluster?.url ?? '', keyFingerprint: 'k', sharesFiles: true, onStandby, onLost: () => lost.push(name) })
  const first = await acquire('first', () => {})
  const standby = Promise.withResolvers<void>()
  let isServing = false
  const second = acquire('second', standby.resolve).then((lock) => ((isServing = true), lock))
  await standby.promise
  process.kill(cluster.pid() ?? 0, 'SIGINT')
  await expect.poll(() => restarts.length).toBe(1)
  await expect.poll(() => connections(cluster?.url ?? ''), { timeout: 20_000 }).toEqual(['serving k', 'standby'])
  expect({ isServing, lost }).toEqual({ isServing: false, lost: [] })
  await first.release()
  await (await second).release()
})

/** Returns the application names of the connections that hold or await the lock, or none while PostgreSQL does not answer. */
async function connections(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'test' })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      "select application_name as name from pg_stat_activity where application_name in ('standby', 'serving k') order by 1",
    )
    return rows.map(({ name }) => name)
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
