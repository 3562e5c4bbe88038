import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, OTHER_PASSWORD, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts
let known: string

beforeAll(async () => {
  at = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' }, { hashesSlowly: true })
  known = freshAddress('known')
  await at.admin().createUser({ email: known, password: OTHER_PASSWORD, email_confirm: true })
})
afterAll(() => at.stop())

const median = (sample: number[]) => sample.toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? Number.NaN

/** Measures requests for an address with an account and for one without, alternately, in milliseconds. */
async function compare(times: number, ask: (email: string) => Promise<Response>) {
  const [forKnown, forUnknown]: [number[], number[]] = [[], []]
  const time = async (email: string) => {
    const started = performance.now()
    await (await ask(email)).arrayBuffer()
    return performance.now() - started
  }
  await time(known)
  for (let n = 0; n < times; n++) {
    forKnown.push(await time(known))
    forUnknown.push(await time(freshAddress('unknown')))
  }
  return { known: median(forKnown), unknown: median(forUnknown) }
}

const difference = ({ known: one, unknown: other }: { known: number; unknown: number }) => Math.abs(one - other) / Math.max(50, one, other)
const TOLERATED = 0.3
const ROUNDS = 4

/**
 * Returns the most similar durations of up to four rounds. Other load on the machine may slow down one of the two for a moment, but a
 * skipped hash or an awaited mail shows in every round.
 */
async function mostSimilar(times: number, ask: (email: string) => Promise<Response>) {
  let best = await compare(times, ask)
  for (let round = 1; round < ROUNDS && difference(best) >= TOLERATED; round++) {
    const next = await compare(times, ask)
    if (difference(next) < difference(best)) best = next
  }
  return best
}

test('a password is stored as a bcrypt hash of cost 10', async () => {
  const [account] = await at.sql<{ encrypted_password: string }>('select encrypted_password from auth.users where email = $1', [known])
  expect(account?.encrypted_password).toMatch(/^\$2b\$10\$/)
})

test('a wrong password takes as long as an unknown address', async () => {
  const times = await mostSimilar(9, (email) =>
    at.send('POST', '/auth/v1/token?grant_type=password', { email, password: 'Wrong1Password!' }),
  )
  expect(difference(times)).toBeLessThan(TOLERATED)
  expect(times.unknown).toBeGreaterThan(20)
})

test.each(['otp', 'recover', 'resend'])('%s takes as long for an unknown address', async (path) => {
  const times = await mostSimilar(5, (email) => at.send('POST', `/auth/v1/${path}`, { email, type: 'signup', create_user: false }))
  expect(difference(times)).toBeLessThan(TOLERATED)
})

test('a wrong code takes as long for an unknown address', async () => {
  const times = await mostSimilar(5, (email) => at.send('POST', '/auth/v1/verify', { email, type: 'email', token: '000000' }))
  expect(difference(times)).toBeLessThan(TOLERATED)
})

test('signing up takes as long for a taken address', async () => {
  const times = await mostSimilar(5, (email) => at.send('POST', '/auth/v1/signup', { email, password: 'Another3Word!' }))
  expect(difference(times)).toBeLessThan(TOLERATED)
})
