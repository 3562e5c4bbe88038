import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonOf, shownState } from './mail-reasons.ts'

const ROOT = join(import.meta.dirname, '../../../../supabase')
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')

/** The first argument of each error, with its placeholders filled. */
function writtenReasons() {
  const code = read('functions/**/*.ts')
  const inCode = [...code.matchAll(/new Mail(?:Error|NotConfigured)\(\s*(?:'([^']+)'|`((?:[^`])+)`)/g)].map(
    ([, plain, template = '']) => plain ?? filled(template),
  )
  const sql = read('migrations/*.sql')
  const verdicts = [...sql.matchAll(/then '(superseded|sender lost)'/g)].map(([, verdict = '']) => verdict)
  return { inCode, verdicts }
}

const filled = (template: string) =>
  template
    .replace(/\$\{isTimeout[^}]*\}/, 'did not answer in time')
    .replace('${responseCode ?? originalCode}', 'ECONNREFUSED')
    .replace('${response.status}', '422')
    .replaceAll(/\$\{\w+\}/g, 'x')

test('every reason in the outbox has a text', () => {
  const { inCode, verdicts } = writtenReasons()
  expect(inCode.length).toBeGreaterThanOrEqual(11)
  expect(new Set(verdicts)).toEqual(new Set(['superseded', 'sender lost']))
  const unknown = [...inCode, ...verdicts].filter((reason) => reasonOf(reason).text === 'logs.reason.other')
  expect(unknown).toEqual([])
})

test('errors of the mail server have separate texts, and only its response is quoted', () => {
  expect(reasonOf('SMTP 550: 550 5.1.1 no such user')).toEqual({ text: 'logs.reason.refused', answer: '550 5.1.1 no such user' })
  expect(reasonOf('Resend answered 422')).toEqual({ text: 'logs.reason.refused', answer: '' })
  expect(reasonOf('SMTP ETIMEDOUT; it may have arrived').text).toBe('logs.reason.unreachable')
  expect(reasonOf('Resend cannot be reached').text).toBe('logs.reason.unreachable')
  for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])
    expect(reasonOf(`SMTP ${code}`).text).toBe('logs.reason.certificate')
  expect(reasonOf('SMTP EAUTH').text).toBe('logs.reason.notSetUp')
  expect(reasonOf('quota_v2: x_17')).toEqual({ text: 'logs.reason.other', answer: '' })
})

test('a mail that a newer one replaced is not shown as failed', () => {
  expect(shownState({ state: 'failed', last_error: 'superseded' })).toBe('superseded')
  expect(shownState({ state: 'failed', last_error: 'SMTP 550' })).toBe('failed')
  expect(shownState({ state: 'waiting', last_error: '' })).toBe('waiting')
})
