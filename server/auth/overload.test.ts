import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, PASSWORD, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts({ RATE_LIMITS: '1000' }, { hashesSlowly: true })
})
afterAll(() => at.stop())

test('sign-ins beyond the hashing capacity are told to retry, and other requests are still answered', { tags: 'long' }, async () => {
  const crowd = Promise.all(
    Array.from({ length: 110 }, () => at.send('POST', '/auth/v1/token?grant_type=password', { email: freshAddress(), password: PASSWORD })),
  )
  const waits: number[] = []
  for (let n = 0; n < 15; n++) {
    const started = performance.now()
    expect((await fetch(`${at.url}/auth/v1/health`)).status).toBe(200)
    waits.push(performance.now() - started)
  }
  const answers = await crowd
  const refusals = answers.filter(({ status }) => status === 503)
  expect(refusals.length).toBeGreaterThan(10)
  expect(answers.filter(({ status }) => status === 400).length).toBe(110 - refusals.length)
  expect(refusals[0]?.headers.get('retry-after')).toBe('2')
  expect(waits.toSorted((a, b) => a - b)[7]).toBeLessThan(1500)
  await at.signedUp()
})

test('more concurrent requests than database connections are all answered', async () => {
  const { session, email } = await at.signedUp()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 2
        ? at.send('POST', '/auth/v1/verify', { type: 'email', email: n % 3 ? email : freshAddress(), token: '123456' })
        : at.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
})
