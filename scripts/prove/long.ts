// The slow checks that `npm test` skips: tests and stories tagged `long`, and starting a fresh clone as root.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { ensureBrowser } from '../browser.mjs'
import type { Row } from './steps.ts'

const ROOT = join(import.meta.dirname, '../..')

type OnCleanUp = (cleanUp: () => Promise<void>) => void

interface Counts {
  passed: number
  failed: number
}

export async function runLongTests(onCleanUp: OnCleanUp): Promise<Row> {
  const report = join(temporaryFolder(), 'tests.json')
  // A replication slot begins only after all running transactions have ended, and those of other long tests last.
  const args = ['run', '--tagsFilter=long', '--hookTimeout=240000', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return run('tests tagged long', [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {}, onCleanUp, () => {
    const { numPassedTests, numFailedTests } = read(report) as { numPassedTests: number; numFailedTests: number }
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

export async function runLongStories(onCleanUp: OnCleanUp): Promise<Row> {
  const message = ensureBrowser()
  if (message) throw new Error(message)
  const report = join(temporaryFolder(), 'stories.json')
  const args = ['test', '--grep=@long', '--reporter=list,json']
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return run('stories tagged @long', [join(ROOT, 'node_modules/@playwright/test/cli.js'), ...args], environment, onCleanUp, () => {
    const { stats } = read(report) as { stats: { expected: number; unexpected: number; flaky: number } }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

/** As root: `npm test` proves it as an ordinary user. */
export async function startFreshClone(onCleanUp: OnCleanUp): Promise<Row> {
  const what = 'a fresh clone starts as root'
  if (process.getuid?.() !== 0) return { what, result: 'left out', measured: 'this user is not root' }
  const { code, seconds } = await runToEnd(['scripts/fresh-clone.ts', '--as-root'], {}, onCleanUp)
  return { what, result: code === 0 ? 'passed' : 'FAILED', measured: `${seconds} s` }
}

/** A runner that ends with an error although no test failed has failed, too: in a hook, or before the first test. */
async function run(what: string, args: string[], environment: NodeJS.ProcessEnv, onCleanUp: OnCleanUp, counts: () => Counts): Promise<Row> {
  const { code, seconds } = await runToEnd(args, environment, onCleanUp)
  const { passed, failed } = counts()
  return {
    what,
    result: code === 0 && passed > 0 && failed === 0 ? 'passed' : 'FAILED',
    measured: `${passed} passed, ${failed} failed; ${seconds} s`,
  }
}

async function runToEnd(args: string[], environment: NodeJS.ProcessEnv, onCleanUp: OnCleanUp) {
  const started = performance.now()
  const program = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    // The table is printed to the standard output, and nothing else.
    stdio: ['ignore', process.stderr, 'inherit'],
  })
  onCleanUp(async () => void program.kill())
  const [code] = (await once(program, 'exit')) as [number | null]
  return { code, seconds: ((performance.now() - started) / 1000).toFixed(0) }
}

function read(report: string): unknown {
  if (!existsSync(report)) throw new Error('It ended without a report; the lines above say why.')
  return JSON.parse(readFileSync(report, 'utf8'))
}
