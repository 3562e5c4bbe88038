// Reads the JSON reports of Vitest and Playwright: which tests ran, which failed, and how to select the failed ones.
import { stripVTControlCharacters } from 'node:util'

/** The maximum length of the content of each page that a failed story prints. */
const MAX_PAGE_CHARACTERS = 1500
const MAX_MESSAGE_CHARACTERS = 600

/**
 * @typedef {{ title: string, isPassed: boolean, message?: string, pages?: { body: string }[], file?: string, name?: string }} Result
 *
 * `file` and `name` select a test of Vitest. A file that failed as a whole, while loading or in a hook, has no name.
 */

/**
 * Every test that ran.
 *
 * @returns {Result[]}
 */
export function resultsOf(report) {
  return report.stats ? report.suites.flatMap((suite) => storiesOf(suite, [])) : report.testResults.flatMap(testsOf)
}

function testsOf({ name: file, status, message, assertionResults }) {
  const ran = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed')
  const tests = ran.map((test) => ({
    title: [file, ...namesOf(test)].join(' › '),
    isPassed: test.status === 'passed',
    message: test.failureMessages[0],
    file,
    // The form that Vitest compares with a pattern.
    name: namesOf(test).join(' > '),
  }))
  const hasFailedAsWhole = status === 'failed' && tests.every(({ isPassed }) => isPassed)
  return hasFailedAsWhole ? [...tests, { title: file, isPassed: false, message, file }] : tests
}

function namesOf({ ancestorTitles, title }) {
  return [...ancestorTitles, title].filter((name) => name !== '')
}

function storiesOf(suite, parents) {
  const path = [...parents, suite.title]
  const own = suite.specs
    .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
    .map(({ title, ok, tests }) => ({
      title: [...path, title].join(' › '),
      isPassed: ok,
      message: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
      pages: tests.flatMap(({ results }) => results.flatMap(({ attachments }) => attachments)).filter(({ name }) => name === 'page'),
    }))
  return [...own, ...(suite.suites ?? []).flatMap((child) => storiesOf(child, path))]
}

/**
 * Arguments that select exactly these failed tests, or all tests of a file that failed as a whole.
 *
 * @param {Result[]} failed
 */
export function vitestArguments(failed) {
  const files = [...new Set(failed.flatMap(({ file }) => (file ? [file] : [])))]
  const names = failed.flatMap(({ name }) => (name ? [name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)] : []))
  return names.length === failed.length ? [...files, `--testNamePattern=^(?:${names.join('|')})$`] : files
}

/** @param {Result} failure */
export function failureText({ title, message = '', pages = [] }) {
  const shown = pages.map(({ body }) => `· ${Buffer.from(body, 'base64').toString().slice(0, MAX_PAGE_CHARACTERS)}\n`)
  return `✗ ${title}\n${stripVTControlCharacters(message).slice(0, MAX_MESSAGE_CHARACTERS)}\n${shown.join('')}`
}
