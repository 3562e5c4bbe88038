import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' })
})
afterAll(() => at.stop())

/** A client configured like that of `@supabase/ssr`, with its own storage for the verifier. */
function pkceClient() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return createClient(at.url, at.keys.publishable, {
    auth: { flowType: 'pkce', storage, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

async function confirmed(client = pkceClient(), email = freshAddress()) {
  const { error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  const code = await codeFor(email)
  const { data } = await client.auth.exchangeCodeForSession(code)
  if (!data.session) throw new Error('no session')
  return { client, email, session: data.session }
}

/** Opens the next link in somebody's mailbox and returns the code in its redirect. */
async function codeFor(email: string) {
  const { query, hash } = await at.open((await at.mailTo(email)).link)
  expect(hash.size).toBe(0)
  return query.get('code') ?? ''
}

const amrOf = (token: string) => (claimsOf(token)['amr'] as { method: string }[]).map(({ method }) => method)

const VERIFIER = 'a'.repeat(50)
const CHALLENGE = { code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'), code_challenge_method: 's256' }
const exchange = async (auth_code: string, code_verifier: string) => {
  const answer = await at.send('POST', '/auth/v1/token?grant_type=pkce', { auth_code, code_verifier })
  const body = (await answer.json()) as { error_code?: string; access_token?: string }
  return [answer.status, body.error_code ?? (body.access_token ? 'session' : 'nothing')]
}

/** Requests a link with the challenge of VERIFIER and returns its code. */
async function askedCode(challenge: object = CHALLENGE) {
  const { email } = await confirmed()
  expect((await at.send('POST', '/auth/v1/otp', { email, create_user: false, ...challenge })).status).toBe(200)
  return codeFor(email)
}

describe('the unmodified client with flowType pkce', () => {
  test('signs in with the link that confirms a sign-up', async () => {
    const { session, email } = await confirmed()
    expect(session.user).toMatchObject({ email })
    expect(amrOf(session.access_token)).toEqual(['email/signup'])
    await at.signedIn(email)
  })

  test('signs in with a resent sign-up link', async () => {
    const [client, email] = [pkceClient(), freshAddress()]
    await client.auth.signUp({ email, password: PASSWORD })
    await at.mailTo(email)
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    // This version of supabase-js sends no challenge with resend() only, so that link carries the session itself.
    const { query, hash } = await at.open((await at.mailTo(email)).link)
    expect(query.has('code') || hash.has('access_token')).toBe(true)
  })

  test('signs in with a magic link, and refreshing keeps the sign-in method', async () => {
    const { email } = await confirmed()
    const client = pkceClient()
    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: `${at.url}/after?from=mail` } })
    const { target } = await at.open((await at.mailTo(email)).link)
    expect(target.pathname + target.search).toMatch(/^\/after\?from=mail&code=[0-9a-f-]{36}$/)
    const { data, error } = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(amrOf(data.session?.access_token ?? '')).toEqual(['magiclink'])
    const { data: refreshed } = await client.auth.refreshSession()
    expect(amrOf(refreshed.session?.access_token ?? '')).toEqual(['magiclink'])
  })

  test('sets a new password after a recovery link', async () => {
    const { email } = await confirmed()
    const client = pkceClient()
    await client.auth.resetPasswordForEmail(email)
    const { data } = await client.auth.exchangeCodeForSession(await codeFor(email))
    expect(data).toMatchObject({ redirectType: 'recovery', session: { user: { email } } })
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull()
    await at.signedIn(email, OTHER_PASSWORD)
  })

  test('changes the address: the second link redirects back with a code', async () => {
    const { client, email } = await confirmed()
    const next = freshAddress('next')
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    const first = await at.open((await at.mailTo(email)).link)
    expect([first.query.get('message'), first.query.has('code')]).toEqual([expect.stringContaining('other email'), false])
    const { data, error } = await client.auth.exchangeCodeForSession(await codeFor(next))
    expect(error).toBeNull()
    expect(data.user?.email).toBe(next)
    expect(amrOf(data.session?.access_token ?? '')).toEqual(['email_change'])
  })

  test('also redeems the hash of a link, without a code', async () => {
    const { email } = await confirmed()
    const client = pkceClient()
    await client.auth.signInWithOtp({ email })
    const { tokenHash } = await at.mailTo(email)
    expect(tokenHash).toMatch(/^pkce_/)
    expect((await client.auth.verifyOtp({ type: 'email', token_hash: tokenHash })).data.session?.user.email).toBe(email)
  })

  test('cannot use another browser’s code', async () => {
    const { email } = await confirmed()
    const [owner, stranger] = [pkceClient(), pkceClient()]
    await owner.auth.signInWithOtp({ email })
    const code = await codeFor(email)
    // The stranger has begun a flow too, with another verifier.
    await stranger.auth.signInWithOtp({ email: freshAddress() })
    expect(await refused(stranger.auth.exchangeCodeForSession(code))).toMatchObject({ status: 400, code: 'bad_code_verifier' })
    expect((await owner.auth.exchangeCodeForSession(code)).error).toBeNull()
  })
})

test('a code works once, even with concurrent requests', async () => {
  const code = await askedCode()
  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code, VERIFIER)))
  expect(answers.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
    [200, 'session'],
    ...Array.from({ length: 4 }, () => [404, 'flow_state_not_found']),
  ])
  expect(await exchange(code, VERIFIER)).toEqual([404, 'flow_state_not_found'])
})

test('a code expires five minutes after its link was opened, however old the request is', async () => {
  const [late, inTime] = [await askedCode(), await askedCode()]
  const issued = (code: string, ago: string) =>
    at.sql(
      "update auth.flow_state set auth_code_issued_at = now() - $2::interval, created_at = now() - interval '50 minutes' where auth_code = $1",
      [createHash('sha256').update(code).digest('hex'), ago],
    )
  await issued(late, '301 seconds')
  await issued(inTime, '290 seconds')
  expect(await exchange(late, VERIFIER)).toEqual([422, 'flow_state_expired'])
  expect(await exchange(inTime, VERIFIER)).toEqual([200, 'session'])
})

test('a wrong verifier, or the challenge itself, is refused without using up the code', async () => {
  const code = await askedCode()
  for (const verifier of ['b'.repeat(50), CHALLENGE.code_challenge, 'x'])
    expect(await exchange(code, verifier)).toEqual([400, 'bad_code_verifier'])
  expect(await exchange(code, '')).toEqual([400, 'validation_failed'])
  expect(await exchange(crypto.randomUUID(), VERIFIER)).toEqual([404, 'flow_state_not_found'])
  expect(await exchange(code, VERIFIER)).toEqual([200, 'session'])
})

test('the plain method compares the verifier unchanged', async () => {
  const code = await askedCode({ code_challenge: VERIFIER, code_challenge_method: 'plain' })
  expect(await exchange(code, `${VERIFIER}a`)).toEqual([400, 'bad_code_verifier'])
  expect(await exchange(code, VERIFIER)).toEqual([200, 'session'])
})

test('a link cannot be changed into one that carries the session itself', async () => {
  const { email } = await confirmed()
  await at.send('POST', '/auth/v1/otp', { email, create_user: false, ...CHALLENGE })
  const { link, tokenHash } = await at.mailTo(email)
  link.searchParams.set('token', tokenHash.replace('pkce_', ''))
  const { hash } = await at.open(link)
  expect([hash.get('error_code'), hash.has('access_token')]).toEqual(['otp_expired', false])
})

test('a new request replaces the earlier flow', async () => {
  const code = await askedCode()
  const [row] = await at.sql<{ email: string }>(
    'select u.email from auth.flow_state f join auth.users u on u.id = f.user_id where f.auth_code = $1',
    [createHash('sha256').update(code).digest('hex')],
  )
  await at.send('POST', '/auth/v1/otp', { email: row?.email, create_user: false, ...CHALLENGE })
  expect(await exchange(code, VERIFIER)).toEqual([404, 'flow_state_not_found'])
})

test('a user banned in the meantime cannot sign in', async () => {
  const { email, session } = await confirmed()
  await at.send('POST', '/auth/v1/otp', { email, create_user: false, ...CHALLENGE })
  const code = await codeFor(email)
  await at.admin().updateUserById(session.user.id, { ban_duration: '1h' })
  expect(await exchange(code, VERIFIER)).toEqual([400, 'user_banned'])
})

test('only the hash of a code is stored', async () => {
  const code = await askedCode()
  const rows = await at.sql<{ auth_code: string }>('select auth_code from auth.flow_state')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ auth_code }) => auth_code)).not.toContain(code)
})

test.each([
  [{ code_challenge: 'a'.repeat(43) }],
  [{ code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(129), code_challenge_method: 's256' }],
  [{ code_challenge: 'ä'.repeat(50), code_challenge_method: 's256' }],
  [{ code_challenge: 'a'.repeat(50), code_challenge_method: 's512' }],
])('a malformed challenge is refused: %o', async (challenge) => {
  for (const path of ['otp', 'recover', 'magiclink'])
    expect((await at.send('POST', `/auth/v1/${path}`, { email: freshAddress(), ...challenge })).status).toBe(400)
})

test('an address without an account gets the same answer and starts no flow', async () => {
  const before = await at.sql('select from auth.flow_state')
  const answer = await at.send('POST', '/auth/v1/otp', { email: freshAddress(), create_user: false, ...CHALLENGE })
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  expect(await at.sql('select from auth.flow_state')).toHaveLength(before.length)
})
