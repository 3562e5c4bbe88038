// `npm test`: everything but what takes long, which `npm run prove long` runs. `npm run check`: all of that but the stories and the fresh
// clone. `npm run e2e`: all stories, the long ones too.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, environment, node24, root } from './set-up.mjs'

const LOW_PRIORITY = 10
const LOWEST_PRIORITY = 19
const MAX_FAILURES_SHOWN = 20
const VITEST_REPORT = 'test-results/vitest.json'
/** Of what each page of a failed story showed. */
const MAX_PAGE_CHARACTERS = 1500

const only = process.argv[2]
const totals = { passed: 0, failed: 0 }
const summary = []
const failures = []
const beside = []

ensureInstalled()
if (only !== 'stories') {
  ensureBuilt()
  // The tests wait for timeouts and for processes that they start. Reading the code takes the processor time that they leave.
  const aside = { isCaptured: true, priority: LOWEST_PRIORITY }
  beside.push(
    part('format', () => tool(['@biomejs/biome/bin/biome', 'check', '.'], aside)),
    part('lint', () => tool(['oxlint/bin/oxlint', '--quiet'], aside)),
    part('nothing unused', () => tool(['knip/bin/knip.js', '--no-progress'], aside)),
    part('types', () => checkTypes(['.', 'web', 'e2e'], aside)),
    part('generated types are fresh', () => run(['scripts/types.ts', '--check'], aside)),
  )
  // A fresh clone mostly waits for the network and the disk, so it runs beside the tests and gives way to them.
  if (only === undefined)
    beside.push(part('a fresh clone starts', () => run(['scripts/fresh-clone.ts'], { isCaptured: true, priority: LOW_PRIORITY })))
  await counted('rules and server', 'vitest.json', () =>
    tool(['vitest/vitest.mjs', 'run', '--tagsFilter=!long', '--reporter=default', '--reporter=json', `--outputFile=${VITEST_REPORT}`]),
  )
}
if (only !== 'check') await stories()
await Promise.all(beside)

for (const line of [...failures.slice(0, MAX_FAILURES_SHOWN), ...summary]) process.stdout.write(`${line}\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)

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
  ensureBuilt()
  // `npm run prove long` runs the long ones.
  const isShort = only === undefined
  await counted('stories', 'stories.json', () => tool(['@playwright/test/cli.js', 'test', ...(isShort ? ['--grep-invert=@long'] : [])]))
}

/** A check that passes or fails as a whole. */
async function part(name, work) {
  const [passed, seconds] = await timed(work)
  totals[passed ? 'passed' : 'failed'] += 1
  summary.push(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
}

/** A test runner that counts its own tests. If it fails without reporting a failed test, that counts as one failure. */
async function counted(name, report, work) {
  const file = join(root, 'test-results', report)
  rmSync(file, { force: true })
  const [ended, seconds] = await timed(work)
  const result = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const { passed, failed } = result ? countsOf(result) : { passed: 0, failed: 0 }
  const failedCount = ended && passed > 0 ? failed : Math.max(failed, 1)
  totals.passed += passed
  totals.failed += failedCount
  summary.push(`${failedCount ? '✗' : '✓'} ${name}: ${passed} passed, ${failedCount} failed (${seconds} s)`)
  if (result) failures.push(...failuresOf(result))
}

/** The failed tests of a report, repeated at the end: the runner printed them thousands of lines before. */
function failuresOf(report) {
  if (report.stats) return report.suites.flatMap((suite) => failedStories(suite, [])).map(failureText)
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [failureText({ title: name, message })]
    return failed.map(({ fullName, failureMessages }) => failureText({ title: `${name} › ${fullName}`, message: failureMessages[0] }))
  })
}

function failedStories(suite, parents) {
  const path = [...parents, suite.title]
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      title: [...path, title].join(' › '),
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
      pages: tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments)).filter(({ name }) => name === 'page'),
    }))
  return [...own, ...(suite.suites ?? []).flatMap((child) => failedStories(child, path))]
}

function failureText({ title, message = '', pages = [] }) {
  const shown = pages.map(({ body }) => `· ${Buffer.from(body, 'base64').toString().slice(0, MAX_PAGE_CHARACTERS)}\n`)
  return `✗ ${title.replace(`${root}/`, '')}\n${stripVTControlCharacters(message).slice(0, 600)}\n${shown.join('')}`
}

function countsOf(report) {
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
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
