// Runs the long versions of tests that `npm run check` runs in short: random requests, requests with enormous responses, crashes, races,
// and comparisons of free times.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Row } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const REQUESTS = 20_000
const HEAVY_ROUNDS = 60
const FILES = [
  'server/rest/rest.fuzz.test.ts',
  'server/rest/rest.memory.test.ts',
  'server/postgres/crash.test.ts',
  'supabase/tests/storm.test.ts',
  'supabase/tests/slots.test.ts',
  'supabase/tests/slots-of-many.test.ts',
  'supabase/tests/next-slots.test.ts',
]

export async function sendRandomRequests(): Promise<Row> {
  const started = performance.now()
  const tests = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...FILES], {
    cwd: ROOT,
    env: { ...process.env, FUZZ_RUNS: String(REQUESTS), FUZZ_HEAVY_RUNS: String(HEAVY_ROUNDS), ROUNDS: 'long' },
    // Keeps the standard output for the table alone.
    stdio: ['ignore', process.stderr, 'inherit'],
  })
  const [code] = (await once(tests, 'exit')) as [number | null]
  const seconds = `${((performance.now() - started) / 1000).toFixed(0)} s`
  return {
    what: `${REQUESTS} random requests, ${HEAVY_ROUNDS} rounds of heavy ones, and the long races and comparisons`,
    result: code === 0 ? 'passed' : 'FAILED',
    measured: code === 0 ? `no fault, no leak, memory within its limit; ${seconds}` : `the lines above say why; ${seconds}`,
  }
}
