import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const BODY = '{"max_rows":50}'
const addressOf = (name: string) => `https://api.example/rest/v1/rpc/${name}`
const as = (token: string) => ({ method: 'POST', body: BODY, headers: { authorization: `Bearer ${token}` } })

/** Simulates a page that was opened `ageMs` ago. */
function open(answers: Record<string, Promise<Response>>, { ageMs = 100, token = 'ada' } = {}) {
  vi.stubGlobal('earlyAnswers', { token, now: new Date(Date.now() - ageMs).toISOString(), answers })
}

const answer = Promise.resolve(new Response('[]'))

afterEach(() => void vi.unstubAllGlobals())

test('an early answer is used once', () => {
  const address = addressOf('once')
  open({ [address + BODY]: answer })
  expect(takeEarlyAnswer(address, as('ada'))).toBe(answer)
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
})

test('an answer that arrives after the client’s own request is not used for the next request', () => {
  const address = addressOf('late')
  const answers: Record<string, Promise<Response>> = {}
  open(answers)
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
  answers[address + BODY] = answer
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
})

test('neither another person’s answer nor an old one is used', () => {
  const [others, old] = [addressOf('others'), addressOf('old')]
  open({ [others + BODY]: answer })
  expect(takeEarlyAnswer(others, as('zeki'))).toBeUndefined()
  open({ [old + BODY]: answer }, { ageMs: 10_001 })
  expect(takeEarlyAnswer(old, as('ada'))).toBeUndefined()
})

test('a public page uses an answer to a request without a token', () => {
  const address = addressOf('public')
  open({ [address]: answer }, { token: '' })
  expect(takeEarlyAnswer(address, { headers: { apikey: 'key' } })).toBe(answer)
})
