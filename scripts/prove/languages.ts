// Runs the accessibility stories in all six languages. By default they check only Turkish and Arabic with axe; see e2e/access.ts.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Row } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 9 * 60_000

interface Report {
  stats: { expected: number; unexpected: number; flaky: number }
}

export async function checkLanguages(): Promise<Row> {
  const program = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const run = spawn(process.execPath, [program, 'test', '--reporter=json', '-g', 'accessible|accessibility'], {
    cwd: ROOT,
    env: { ...process.env, AXE_LANGUAGES: 'all' },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
  })
  const { stats } = JSON.parse(await text(run.stdout)) as Report
  const failed = stats.unexpected + stats.flaky
  return {
    what: 'accessibility rules (axe) in six languages',
    result: failed === 0 && stats.expected > 0 ? 'passed' : 'FAILED',
    measured: `${stats.expected} stories passed, ${failed} failed`,
  }
}
