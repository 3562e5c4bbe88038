// `npm test` runs everything except long tests and stories. `npm run check` also skips the stories and the fresh clone. `npm run e2e` runs
// all stories, including long ones. `npm run prove long` runs the tests and stories tagged `long`, and `npm run prove long 2` the second
// third of them. Failed tests run again at the end, one at a time.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, node24, root } from './set-up.mjs'
import { failureText, resultsOf, vitestArguments } from './test-reports.mjs'

const LOW_PRIORITY = 10
const LOWEST_PRIORITY = 19
const MAX_FAILURES_SHOWN = 20
/** More failures than this are not flaky, so they are not run again. */
const MAX_RUN_AGAIN = 10
const VITEST_REPORT = 'test-results/vitest.json'
const PARTS_OF_LONG = 3

const [only, third] = process.argv.slice(2)
const isLong = only === 'long'
const totals = { passed: 0, failed: 0 }
const summary = []
const failedRuns = []
const beside = []

ensureInstalled()
ensureBuilt()
if (only === undefined || only === 'check') {
  // Static checks use the processor time that the tests leave while they wait for timeouts and processes.
  const aside = { isCaptured: true, priority: LOWEST_PRIORITY }
  beside.push(
    part('format', () => tool(['@biomejs/biome/bin/biome', 'check', '.'], aside)),
    part('lint', () => tool(['oxlint/bin/oxlint', '--quiet'], aside)),
    part('nothing unused', () => tool(['knip/bin/knip.js', '--no-progress'], aside)),
    part('types', () => checkTypes(['.', 'web', 'e2e'], aside)),
    part('generated types are fresh', () => run(['scripts/types.ts', '--check'], aside)),
  )
}
// A fresh clone mostly waits for network and disk, so it runs beside the tests with a lower priority.
const clone = { isCaptured: true, priority: LOW_PRIORITY }
if (only === undefined) beside.push(part('a fresh clone starts', () => run(['scripts/fresh-clone.ts'], clone)))
if (isLong && (third ?? '1') === '1' && process.getuid?.() === 0)
  beside.push(part('a fresh clone starts as root', () => run(['scripts/fresh-clone.ts', '--as-root'], clone)))
if (only !== 'stories') await tests()
if (only !== 'check') await stories()
await Promise.all(beside)
await runAgain()

const failures = failedRuns.flatMap(({ failed }) => failed).map(failureText)
if (isLong) summary.unshift(third ? `long tests: third ${third} of ${PARTS_OF_LONG}` : 'long tests: all')
for (const line of [...failures.slice(0, MAX_FAILURES_SHOWN), ...summary]) process.stdout.write(`${line.replaceAll(`${root}/`, '')}\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)

function tests() {
  // Hooks get more time, because a replication slot starts only after all running transactions end, and those of long tests take long.
  const kind = isLong ? ['--tagsFilter=long', '--hookTimeout=240000'] : ['--tagsFilter=!long']
  const args = ['vitest/vitest.mjs', 'run', ...kind, '--reporter=default', '--reporter=json', `--outputFile=${VITEST_REPORT}`]
  return counted('rules and server', 'vitest.json', [...args, ...shard()], (failed) => [
    ...args,
    ...vitestArguments(failed),
    '--maxWorkers=1',
  ])
}

async function stories() {
  if (process.env.E2E === 'skip') {
    summary.push('stories were skipped: E2E=skip')
    return
  }
  const message = ensureBrowser()
  if (message) {
    totals.failed += 1
    summary.push(message)
    return
  }
  const kind = { undefined: ['--grep-invert=@long'], long: ['--grep=@long'] }[only] ?? []
  const args = ['@playwright/test/cli.js', 'test', ...kind]
  await counted('stories', 'stories.json', [...args, ...shard()], () => [...args, '--last-failed', '--workers=1'])
}

/** Each runner divides its tests in its own way, but every test is in exactly one part. */
function shard() {
  return isLong && third ? [`--shard=${third}/${PARTS_OF_LONG}`] : []
}

/** A check that passes or fails as a whole. */
async function part(name, work) {
  const [passed, seconds] = await timed(work)
  totals[passed ? 'passed' : 'failed'] += 1
  summary.push(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
}

/**
 * Runs a test runner and counts its tests. A failure without a failed test counts as one failed test. `again` returns the arguments that
 * run the failed tests again.
 */
async function counted(name, reportName, args, again) {
  const { report, ended, seconds } = await reported(reportName, args)
  const results = report ? resultsOf(report) : []
  const failed = results.filter(({ isPassed }) => !isPassed)
  const passedCount = results.length - failed.length
  const failedCount = ended && passedCount > 0 ? failed.length : Math.max(failed.length, 1)
  totals.passed += passedCount
  totals.failed += failedCount
  summary.push(`${failedCount ? '✗' : '✓'} ${name}: ${passedCount} passed, ${failedCount} failed (${seconds} s)`)
  if (failed.length > 0) failedRuns.push({ reportName, again, failed })
}

/** Runs the failed tests of each runner again, one at a time and without other load. A test that passes then was disturbed by others. */
async function runAgain() {
  const count = failedRuns.flatMap(({ failed }) => failed).length
  if (count > MAX_RUN_AGAIN) {
    summary.push(`${count} tests failed: too many to run them again`)
    return
  }
  for (const failedRun of failedRuns) {
    const { report, seconds } = await reported(failedRun.reportName, failedRun.again(failedRun.failed))
    const passed = new Set((report ? resultsOf(report) : []).filter(({ isPassed }) => isPassed).map(({ title }) => title))
    const disturbed = failedRun.failed.filter(({ title }) => passed.has(title))
    failedRun.failed = failedRun.failed.filter(({ title }) => !passed.has(title))
    totals.passed += disturbed.length
    totals.failed -= disturbed.length
    summary.push(...disturbed.map(({ title }) => `failed once, passed alone: ${title}`))
    summary.push(...failedRun.failed.map(({ title }) => `failed twice: ${title}`), `running them again took ${seconds} s`)
  }
}

async function reported(name, args) {
  const file = join(root, 'test-results', name)
  rmSync(file, { force: true })
  const [ended, seconds] = await timed(() => tool(args))
  return { ended, seconds, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
}

async function timed(work) {
  const started = performance.now()
  const result = await work()
  return [result, ((performance.now() - started) / 1000).toFixed(1)]
}

async function checkTypes(folders, options) {
  for (const folder of folders) if (!(await tool(['typescript/bin/tsc', '-p', folder], options))) return false
  return true
}

function tool([program, ...args], options) {
  return run([join(root, 'node_modules', program), ...args], options)
}

/** True if the program ends without an error. Captured output is printed at the end, so that parallel programs do not mix their output. */
function run(args, { isCaptured = false, priority = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const program = spawn(node24(), args, { cwd: root, env: environment(), stdio: isCaptured ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    let output = ''
    for (const stream of [program.stdout, program.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    program.once('error', reject)
    program.once('close', (code) => {
      process.stdout.write(output)
      resolve(code === 0)
    })
    if (priority !== 0 && program.pid) setPriority(program.pid, priority)
  })
}
