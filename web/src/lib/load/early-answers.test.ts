import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './early-answers.ts'

const BODY = '{"max_rows":50}'
const addressOf = (name: string) => `https://api.example/rest/v1/rpc/${name}`
const as = (token: string) => ({ method: 'POST', body: BODY, headers: { authorization: `Bearer ${token}` } })

/** As on a page that was opened so long ago. */
function open(answers: Record<string, Promise<Response>>, ageMs = 100) {
  vi.stubGlobal('window', { askedAs: { token: 'ada', now: '2026-11-17T00:00:00.000Z', answers } })
  vi.stubGlobal('performance', { now: () => ageMs })
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

test('nobody else’s answer is taken, and none that is old', () => {
  const [others, old] = [addressOf('others'), addressOf('old')]
  open({ [others + BODY]: answer })
  expect(takeEarlyAnswer(others, as('zeki'))).toBeUndefined()
  open({ [old + BODY]: answer }, 10_001)
  expect(takeEarlyAnswer(old, as('ada'))).toBeUndefined()
})
