import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeAt, stepAt } from './mfa/totp.ts'
import { freshAddress, PASSWORD, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts
const from = (address: string) => ({ 'x-forwarded-for': address })
let home: Record<string, string>
let houses = 0

beforeAll(async () => {
  at = await startAccounts({ TRUSTED_PROXY: '127.0.0.1', RATE_LIMITS: 'on' })
})
beforeEach(() => {
  home = from(`198.51.100.${++houses}`)
})
afterAll(() => at.stop())

describe('a network from which the second factor was verified', () => {
  const bearer = (token: string, address: Record<string, string>) => ({ ...address, authorization: `Bearer ${token}` })
  const signedIn = async (email: string, address: Record<string, string>) => {
    const answer = await at.send('POST', '/auth/v1/token?grant_type=password', { email, password: PASSWORD }, address)
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function guarded(address: Record<string, string>) {
    const email = freshAddress()
    await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
    const first = await signedIn(email, address)
    const enrolled = await at.send('POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' }, bearer(first, address))
    const { id, totp } = (await enrolled.json()) as { id: string; totp: { secret: string } }
    let step = stepAt(Date.now()) - 2
    /** Returns a code of a later step at each call, because each code works once. */
    const code = () => codeAt(totp.secret, (step = Math.max(step + 1, stepAt(Date.now()) - 1)))
    const verify = async (token: string, place: Record<string, string>, given = code()) => {
      const headers = bearer(token, place)
      const challenge = await at.send('POST', `/auth/v1/factors/${id}/challenge`, {}, headers)
      if (!challenge.ok) return challenge
      const { id: challenge_id } = (await challenge.json()) as { id: string }
      return at.send('POST', `/auth/v1/factors/${id}/verify`, { challenge_id, code: given }, headers)
    }
    const raised = await verify(first, address)
    expect(raised.status).toBe(200)
    return { email, verify, token: ((await raised.json()) as { access_token: string }).access_token }
  }

  /** Signs in with the password from fourteen addresses and guesses until the limit is used up. */
  async function guess(email: string, attempt: (token: string, address: Record<string, string>) => Promise<Response>) {
    const answers: number[] = []
    for (let n = 1; n <= 14; n++) {
      const address = from(`192.0.2.${n}`)
      answers.push((await attempt(await signedIn(email, address), address)).status)
    }
    expect([answers[0], answers.at(-1)]).toEqual([422, 429])
  }

  test('still lets the owner in when a password thief has used up every attempt', async () => {
    const { email, verify } = await guarded(home)
    await guess(email, (token, address) => verify(token, address, '000000'))
    expect((await verify(await signedIn(email, from('192.0.2.30')), from('192.0.2.30'))).status).toBe(429)
    expect((await verify(await signedIn(email, home), home)).status).toBe(200)
    // The owner's success does not reset the guesser's limit.
    expect((await verify(await signedIn(email, from('192.0.2.31')), from('192.0.2.31'), '000000')).status).toBe(429)
  })

  test('still accepts the owner’s recovery codes', async () => {
    const { email, token } = await guarded(home)
    const made = await at.send('POST', '/auth/v1/factors/recovery-codes', {}, bearer(token, home))
    const { codes } = (await made.json()) as { codes: string[] }
    const recover = (session: string, address: Record<string, string>, code = codes.pop() ?? '') =>
      at.send('POST', '/auth/v1/factors/recovery-codes/verify', { code }, bearer(session, address))
    await guess(email, (session, address) => recover(session, address, 'guess'))
    expect((await recover(await signedIn(email, from('192.0.2.40')), from('192.0.2.40'))).status).toBe(429)
    expect((await recover(await signedIn(email, home), home)).status).toBe(200)
  })

  test('has its own limit on guesses, and a correct password alone does not make a network known', async () => {
    const { email, verify } = await guarded(home)
    const token = await signedIn(email, home)
    for (let n = 0; n < 10; n++) expect((await verify(token, home, '000000')).status).toBe(422)
    expect((await verify(await signedIn(email, home), home)).status).toBe(429)
    // The password was right at each of these addresses, but they still share one limit.
    await guess(email, (thief, address) => verify(thief, address, '000000'))
  })

  test('stays known, however many networks a password thief signs in from', async () => {
    const { email } = await guarded(home)
    const [user] = await at.sql<{ id: string }>('select id from auth.users where email = $1', [email])
    await at.sql('select _server.remember_network($1, sha256(n::text::bytea)) from generate_series(1, 30) as n', [user?.id])
    expect(await at.sql('select from _server.known_networks where account = $1 and with_factor', [user?.id])).toHaveLength(1)
  })
})

test('an erased account’s networks are deleted, and every network after 90 days', async () => {
  const [gone, old, kept] = await Promise.all([at.signedUp(), at.signedUp(), at.signedUp()])
  const left = async () =>
    (await at.sql<{ account: string }>('select distinct account from _server.known_networks')).map(({ account }) => account)
  expect(await left()).toEqual(expect.arrayContaining([gone.user.id, old.user.id, kept.user.id]))
  await at.sql('update auth.users set deleted_at = now() where id = $1', [gone.user.id])
  await at.sql("update _server.known_networks set last_used = now() - interval '91 days' where account = $1", [old.user.id])
  await at.sql("select _server.remember_network($1, sha256('another'))", [kept.user.id])
  expect(await left()).toContain(kept.user.id)
  expect(await left()).not.toContain(gone.user.id)
  expect(await left()).not.toContain(old.user.id)
})
