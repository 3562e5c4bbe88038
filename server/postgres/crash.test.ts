import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { rounds } from '../testing/rounds.ts'
import { startCluster } from './cluster.ts'

const ROUNDS = rounds(1, 10)
const ROWS_BEFORE_THE_BLOW = 40

// Starts the database, prints its process id, then writes rows and prints each acknowledged one.
const WRITER = `
  import pg from 'pg'
  import { startCluster } from ${JSON.stringify(join(import.meta.dirname, 'cluster.ts'))}
  const cluster = await startCluster({ folder: process.argv[1] })
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('create table if not exists written (n int primary key)')
  process.stdout.write('pid ' + cluster.pid() + '\\n')
  for (let n = Number(process.argv[2]); ; n++) {
    await client.query('insert into written values ($1)', [n])
    process.stdout.write(n + '\\n')
  }`

test(`after ${ROUNDS} kills with kill -9, the database has lost no acknowledged row`, async () => {
  const folder = join(temporaryFolder(), 'postgres')
  const acknowledged: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const next = (acknowledged.at(-1) ?? 0) + 1000
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, folder, String(next)], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    acknowledged.push(...(await killAfterSomeRows(writer, { databaseToo: round % 2 === 1 })))
  }

  const cluster = await startCluster({ folder })
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>('select n from written')
  await client.end()
  await cluster.stop()
  const kept = new Set(rows.map(({ n }) => n))
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * ROWS_BEFORE_THE_BLOW)
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
}, 120_000)

// Every other time the database is killed as well. Otherwise it keeps running as an orphan, which the next start must find and stop.
async function killAfterSomeRows(writer: ChildProcess, { databaseToo }: { databaseToo: boolean }) {
  if (!writer.stdout) throw new Error('the writer says nothing')
  const rows: number[] = []
  let databasePid = 0
  for await (const line of createInterface({ input: writer.stdout })) {
    if (line.startsWith('pid ')) databasePid = Number(line.slice(4))
    else rows.push(Number(line))
    if (rows.length !== ROWS_BEFORE_THE_BLOW) continue
    if (databaseToo) process.kill(databasePid, 'SIGKILL')
    writer.kill('SIGKILL')
  }
  return rows
}
