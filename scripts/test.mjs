// `npm test`: everything but what takes long. `npm run check`: all of that but the stories and the fresh clone. `npm run e2e`: all stories,
// the long ones too. `npm run prove long`: the tests and stories tagged `long`; `npm run prove long 2` runs the second third of them.
// What failed is run again at the end, one test at a time.
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
/** More failures than this are not a matter of chance. */
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
  // The tests wait for timeouts and for processes that they start. Reading the code takes the processor time that they leave.
  const aside = { isCaptured: true, priority: LOWEST_PRIORITY }
  beside.push(
    part('format', () => tool(['@biomejs/biome/bin/biome', 'check', '.'], aside)),
    part('lint', () => tool(['oxlint/bin/oxlint', '--quiet'], aside)),
    part('nothing unused', () => tool(['knip/bin/knip.js', '--no-progress'], aside)),
    part('types', () => checkTypes(['.', 'web', 'e2e'], aside)),
    part('generated types are fresh', () => run(['scripts/types.ts', '--check'], aside)),
  )
}
// A fresh clone mostly waits for the network and the disk, so it runs beside the tests and gives way to them.
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
  // A replication slot begins only after all running transactions have ended, and those of other long tests last.
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

/** Each runner divides its tests by a rule of its own: every test is in one of the parts. */
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
 * A test runner that counts its own tests. If it fails without reporting a failed test, that counts as one failure. `again` gives the
 * arguments that run failed tests once more.
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

/** Runs the failed tests of each runner one at a time, when nothing else runs. Whatever passes then was disturbed by the others. */
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

/** True if the program ends without an error. Captured output is printed at the end, so that programs that run together do not mix theirs. */
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
