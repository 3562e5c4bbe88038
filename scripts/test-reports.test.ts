import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultsOf, vitestArguments } from './test-reports.mjs'

const root = join(import.meta.dirname, '..')
let folder = ''

beforeAll(() => {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  // The folder is inside the project, so that its files can import the runners.
  folder = mkdtempSync(join(cache, 'reports-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

function run(program: string, args: string[], report: string) {
  rmSync(join(folder, report), { force: true })
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: folder,
    env: { ...process.env, MARK: join(folder, 'mark') },
  })
  return resultsOf(JSON.parse(readFileSync(join(folder, report), 'utf8'))).map(({ title, ...rest }) => ({
    ...rest,
    title: title.replace(`${folder}/`, ''),
  }))
}

const outcomes = (results: { title: string; isPassed: boolean }[]) =>
  Object.fromEntries(results.map(({ title, isPassed }) => [title, isPassed]))
const failedOf = <R extends { isPassed: boolean }>(results: R[]) => results.filter(({ isPassed }) => !isPassed)

test('only the failed tests of Vitest run again', { tags: 'long' }, () => {
  write('vitest.config.mjs', `export default { test: { include: ['*.test.mjs'], exclude: [] } }`)
  write(
    'names.test.mjs',
    `import { existsSync, writeFileSync } from 'node:fs'
    import { describe, expect, test } from 'vitest'
    test('a price (in €) of 1.50', () => {
      const isFirst = !existsSync(process.env.MARK)
      writeFileSync(process.env.MARK, '')
      expect(isFirst).toBe(false)
    })
    test('a price (in €) of 1.50 and more', () => {})
    describe('a group', () => test.each([1, 2])('fails for %i only', (number) => expect(number).toBe(1)))`,
  )
  const args = ['run', '--reporter=json', '--outputFile=report.json']
  const first = run('vitest/vitest.mjs', args, 'report.json')
  expect(outcomes(first)).toEqual({
    'names.test.mjs › a price (in €) of 1.50': false,
    'names.test.mjs › a price (in €) of 1.50 and more': true,
    'names.test.mjs › a group › fails for 1 only': true,
    'names.test.mjs › a group › fails for 2 only': false,
  })

  const again = run('vitest/vitest.mjs', [...args, ...vitestArguments(failedOf(first))], 'report.json')
  expect(outcomes(again)).toEqual({ 'names.test.mjs › a price (in €) of 1.50': true, 'names.test.mjs › a group › fails for 2 only': false })
})

test('a Vitest file that fails before its first test counts as one failure and runs again as a whole', { tags: 'long' }, () => {
  write(
    'hook.test.mjs',
    `import { beforeAll, test } from 'vitest'\nbeforeAll(() => { throw new Error('no database') })\ntest('asks', () => {})`,
  )
  const args = ['run', '--reporter=json', '--outputFile=report.json', 'hook.test.mjs']
  const failed = failedOf(run('vitest/vitest.mjs', args, 'report.json'))
  expect(failed).toMatchObject([{ title: 'hook.test.mjs', message: 'no database' }])
  expect(vitestArguments(failed)).toEqual([join(folder, 'hook.test.mjs')])
})

test('only the failed stories of Playwright run again', { tags: 'long' }, () => {
  write(
    'playwright.config.mjs',
    `export default { testMatch: '*.spec.mjs', outputDir: 'output', reporter: [['json', { outputFile: 'stories.json' }]] }`,
  )
  write(
    'one.spec.mjs',
    `import { expect, test } from '@playwright/test'
    test('passes', () => {})
    test.describe('a group', () => { test('fails', () => expect(1).toBe(2)) })
    test.skip('is left out', () => {})`,
  )
  const results = run('@playwright/test/cli.js', ['test'], 'stories.json')
  expect(outcomes(results)).toEqual({ 'one.spec.mjs › passes': true, 'one.spec.mjs › a group › fails': false })
  expect(failedOf(results)[0]?.message).toContain('toBe')
  expect(outcomes(run('@playwright/test/cli.js', ['test', '--last-failed'], 'stories.json'))).toEqual({
    'one.spec.mjs › a group › fails': false,
  })
})
