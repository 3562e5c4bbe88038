// `npm test`: everything. `npm run check`: all but the stories. `npm run e2e`: the stories.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt, ensureInstalled, root, runNode } from './set-up.mjs'

const only = process.argv[2]
const totals = { passed: 0, failed: 0 }
const summary = []

ensureInstalled()
if (only !== 'stories') {
  part('format', () => tool('@biomejs/biome/bin/biome', 'check', '.'))
  part('lint', () => tool('oxlint/bin/oxlint', '--quiet'))
  part('nothing unused', () => tool('knip/bin/knip.js', '--no-progress'))
  part('types', () => ['.', 'web', 'e2e'].every((folder) => tool('typescript/bin/tsc', '-p', folder)))
  ensureBuilt()
  part('generated types are fresh', () => runNode(['scripts/types.ts', '--check']).status === 0)
  counted('rules and server', 'vitest.json', () =>
    tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile=test-results/vitest.json'),
  )
}
if (only !== 'check') stories()
if (only === undefined) part('a fresh clone starts', () => runNode(['scripts/fresh-clone.ts']).status === 0)

for (const line of summary) process.stdout.write(`${line}\n`)
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)

function stories() {
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
  counted('stories', 'stories.json', () => tool('@playwright/test/cli.js', 'test'))
}

/** A check that passes or fails as a whole. */
function part(name, work) {
  const [passed, seconds] = timed(work)
  totals[passed ? 'passed' : 'failed'] += 1
  summary.push(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`)
}

/** A test runner that counts its own tests. If it fails without reporting a failed test, that counts as one failure. */
function counted(name, report, work) {
  const file = join(root, 'test-results', report)
  rmSync(file, { force: true })
  const [ended, seconds] = timed(work)
  const { passed, failed } = existsSync(file) ? countsOf(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  const failures = ended && passed > 0 ? failed : Math.max(failed, 1)
  totals.passed += passed
  totals.failed += failures
  summary.push(`${failures ? '✗' : '✓'} ${name}: ${passed} passed, ${failures} failed (${seconds} s)`)
}

function countsOf(report) {
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

function timed(work) {
  const started = performance.now()
  const result = work()
  return [result, ((performance.now() - started) / 1000).toFixed(1)]
}

function tool(program, ...args) {
  return runNode([join(root, 'node_modules', program), ...args]).status === 0
}
