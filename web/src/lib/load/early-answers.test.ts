import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const BODY = '{"max_rows":50}'
const addressOf = (name: string) => `https://api.example/rest/v1/rpc/${name}`
const as = (token: string) => ({ method: 'POST', body: BODY, headers: { authorization: `Bearer ${token}` } })

/** As on a page that was opened so long ago. */
function open(answers: Record<string, Promise<Response>>, { ageMs = 100, token = 'ada' } = {}) {
  vi.stubGlobal('earlyAnswers', { token, now: new Date(Date.now() - ageMs).toISOString(), answers })
}

const answer = Promise.resolve(new Response('[]'))

afterEach(() => void vi.unstubAllGlobals())

test('an early answer is taken once', () => {
  const address = addressOf('once')
  open({ [address + BODY]: answer })
  expect(takeEarlyAnswer(address, as('ada'))).toBe(answer)
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
})

test('an answer that comes after the client has asked by itself is not taken when it asks again', () => {
  const address = addressOf('late')
  const answers: Record<string, Promise<Response>> = {}
  open(answers)
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
  answers[address + BODY] = answer
  expect(takeEarlyAnswer(address, as('ada'))).toBeUndefined()
})

test('neither another person’s answer nor an old one is taken', () => {
  const [others, old] = [addressOf('others'), addressOf('old')]
  open({ [others + BODY]: answer })
  expect(takeEarlyAnswer(others, as('zeki'))).toBeUndefined()
  open({ [old + BODY]: answer }, { ageMs: 10_001 })
  expect(takeEarlyAnswer(old, as('ada'))).toBeUndefined()
})

test('a public page takes an answer that was asked for without a token', () => {
  const address = addressOf('public')
  open({ [address]: answer }, { token: '' })
  expect(takeEarlyAnswer(address, { headers: { apikey: 'key' } })).toBe(answer)
})
