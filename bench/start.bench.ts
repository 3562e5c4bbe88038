// From the command to "ready", with an empty and with an existing data folder. Installing and building are not included.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const ROUNDS = quick ? 1 : 5

const first: number[] = []
const second: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const dataDir = join(temporaryFolder(), 'data')
  first.push(await timeStart(dataDir))
  second.push(await timeStart(dataDir))
}
printTable([row('first start (database created, migrated, seeded)', first), row('second start', second)])

function row(what: string, sample: number[]) {
  return { what, median: milliseconds(quantile(sample, 0.5)), slowest: milliseconds(Math.max(...sample)) }
}

async function timeStart(dataDir: string) {
  const started = performance.now()
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => server.stdout.once('data', resolve))
  const took = performance.now() - started
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  return took
}
