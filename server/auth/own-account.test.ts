import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

/** Whether both the account and the data endpoints accept a token. */
async function isTaken(token: string) {
  const [user, rest] = await Promise.all(
    ['/auth/v1/user', '/rest/v1/notes'].map((path) => at.send('GET', path, undefined, { authorization: `Bearer ${token}` })),
  )
  expect(user?.ok).toBe(rest?.ok)
  return user?.ok ?? false
}

test('users read their own account without internal fields', async () => {
  const { email, session } = await at.signedUp()
  const answer = await at.send('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${session.access_token}` })
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({ email, aud: 'authenticated', role: 'authenticated' })
  expect(text).not.toMatch(/password|_token|is_super_admin|\$2[aby]\$/)
})

test('a changed password ends the other sessions at once, and keeps the current one', async () => {
  const here = await at.signedUp()
  const { session: there } = await at.signedIn(here.email)
  const { error } = await here.client.auth.updateUser({ password: OTHER_PASSWORD })
  expect(error).toBeNull()
  expect([await isTaken(here.session.access_token), await isTaken(there.access_token)]).toEqual([true, false])
  expect(await refused(at.client().auth.refreshSession({ refresh_token: there.refresh_token }))).toMatchObject({
    code: 'refresh_token_not_found',
  })
  expect((await here.client.auth.refreshSession()).error).toBeNull()
  expect(await refused(at.client().auth.signInWithPassword({ email: here.email, password: PASSWORD }))).toMatchObject({
    message: 'Invalid login credentials',
  })
  await at.signedIn(here.email, OTHER_PASSWORD)
})

describe('changing the password', () => {
  const grownOld = (client: SupabaseClient, minutes: number) => at.authenticatedAgo(client, minutes)

  test('requires the current password in a session older than 15 minutes', async () => {
    const { client, email } = await at.signedUp()
    await grownOld(client, 16)
    expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD }))).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD, current_password: '' }))).toMatchObject({
      code: 'reauthentication_needed',
    })
    expect((await client.auth.updateUser({ data: { note: 'of other things nothing is asked' } })).error).toBeNull()
    await at.signedIn(email)
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD })).error).toBeNull()
    await at.signedIn(email, OTHER_PASSWORD)
  })

  test('requires no password in a younger session, but refuses a wrong one', async () => {
    const { client, email } = await at.signedUp()
    await grownOld(client, 14)
    expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD, current_password: 'Wrong1Password!' }))).toMatchObject({
      status: 400,
      code: 'current_password_mismatch',
    })
    await at.signedIn(email)
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull()
  })

  test('accepts a mailed code instead of the password, once, and only the owner’s', async () => {
    const { client, email } = await at.signedUp()
    const other = await at.signedUp()
    await grownOld(client, 16)
    await grownOld(other.client, 16)
    const NOT_VALID = { status: 422, code: 'reauthentication_not_valid', message: 'Nonce has expired or is invalid' }
    expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD, nonce: '123456' }))).toEqual(NOT_VALID)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { subject, code, tokenHash } = await at.mailTo(email)
    expect([subject, code]).toEqual([expect.stringContaining('reauthentication'), expect.stringMatching(/^\d{6}$/)])
    expect(await refused(other.client.auth.updateUser({ password: OTHER_PASSWORD, nonce: code }))).toEqual(NOT_VALID)
    // It proves identity within a session and cannot open one.
    for (const type of ['recovery', 'magiclink', 'email'] as const) {
      expect(await refused(at.client().auth.verifyOtp({ type, token_hash: tokenHash }))).toMatchObject({ code: 'otp_expired' })
      expect(await refused(at.client().auth.verifyOtp({ type, email, token: code }))).toMatchObject({ code: 'otp_expired' })
    }
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD, nonce: code })).error).toBeNull()
    await at.signedIn(email, OTHER_PASSWORD)
    expect(await refused(client.auth.updateUser({ password: PASSWORD, nonce: code }))).toEqual(NOT_VALID)
  })

  test('refuses a mailed code older than an hour', async () => {
    const { client, email } = await at.signedUp()
    await grownOld(client, 16)
    await client.auth.reauthenticate()
    const { code } = await at.mailTo(email)
    await at.sql("update auth.users set reauthentication_sent_at = now() - interval '61 minutes' where email = $1", [email])
    expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD, nonce: code }))).toMatchObject({
      code: 'reauthentication_not_valid',
    })
  })

  test('requires no password in a session that a mailed link has just opened', async () => {
    const { email } = await at.signedUp()
    await at.send('POST', '/auth/v1/recover', { email })
    const { tokenHash } = await at.mailTo(email)
    const client = at.client()
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenHash })).error).toBeNull()
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull()
  })

  test('allows ten guesses an hour', async () => {
    const strict = await startAccounts({ RATE_LIMITS: 'on' })
    const { client } = await strict.signedUp()
    await strict.authenticatedAgo(client, 60)
    const guess = (current_password: string) => refused(client.auth.updateUser({ password: OTHER_PASSWORD, current_password }))
    for (let n = 0; n < 10; n++) expect(await guess(`Wrong${n}Password!`)).toMatchObject({ code: 'current_password_mismatch' })
    expect(await guess(PASSWORD)).toMatchObject({ status: 429 })
    await strict.stop()
  })
})

test('when two sessions change the password at once, only one succeeds', async () => {
  const here = await at.signedUp()
  const there = await at.signedIn(here.email)
  const outcomes = await Promise.all([
    here.client.auth.updateUser({ password: OTHER_PASSWORD }),
    there.client.auth.updateUser({ password: 'Another3Word!' }),
  ])
  expect(outcomes.filter(({ error }) => !error)).toHaveLength(1)
  expect(outcomes.find(({ error }) => error)?.error?.name).toBe('AuthSessionMissingError')
})

test('a new password must differ from the old one and satisfy the rule', async () => {
  const { client } = await at.signedUp()
  expect(await refused(client.auth.updateUser({ password: PASSWORD }))).toEqual({
    status: 422,
    code: 'same_password',
    message: 'New password should be different from the old password.',
  })
  expect(await refused(client.auth.updateUser({ password: 'weak' }))).toMatchObject({ status: 422, code: 'weak_password' })
  expect(await refused(client.auth.updateUser({ password: `${'Aa1!'.repeat(18)}x` }))).toMatchObject({ status: 400 })
})

test('metadata is merged, and null removes a value', async () => {
  const { client } = await at.signedUp()
  await client.auth.updateUser({ data: { a: 1, b: { c: 2 } } })
  const { data } = await client.auth.updateUser({ data: { b: { d: 3 }, a: null, e: 'f' } })
  expect(data.user?.user_metadata).toEqual({ b: { d: 3 }, e: 'f' })
  const { data: refreshed } = await client.auth.refreshSession()
  expect(claimsOf(refreshed.session?.access_token ?? '')['user_metadata']).toEqual({ b: { d: 3 }, e: 'f' })
})

test('concurrent metadata changes lose nothing, and metadata has a maximum size', async () => {
  const { client, user } = await at.signedUp()
  await Promise.all(Array.from({ length: 8 }, (_, n) => client.auth.updateUser({ data: { [`key${n}`]: n } })))
  const [row] = await at.sql<{ keys: number }>(
    'select count(*)::int as keys from auth.users, jsonb_object_keys(raw_user_meta_data) where id = $1',
    [user.id],
  )
  expect(row?.keys).toBe(8)
  await client.auth.updateUser({ data: { big: 'x'.repeat(15_000) } })
  expect(await refused(client.auth.updateUser({ data: { bigger: 'x'.repeat(5000) } }))).toMatchObject({ status: 400 })
})

test('setting the current address changes nothing', async () => {
  const { client, email } = await at.signedUp()
  const { data } = await client.auth.updateUser({ email: email.toUpperCase() })
  expect(data.user).toMatchObject({ email })
  expect(data.user?.new_email).toBeUndefined()
  expect(await at.mailsTo(email)).toBe(0)
})

test('a user cannot change the protected fields of their account', async () => {
  const { session, user } = await at.signedUp()
  const body = { role: 'service_role', app_metadata: { admin: true }, banned_until: null, id: crypto.randomUUID(), aud: 'x' }
  const answer = await at.send('PUT', '/auth/v1/user', body, { authorization: `Bearer ${session.access_token}` })
  expect(await answer.json()).toMatchObject({
    id: user.id,
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
  })
})

test.each([
  ['global', [false, false]],
  ['others', [true, false]],
  ['local', [false, true]],
] as const)('signing out with scope %s ends exactly those sessions, at once', async (scope, [staysHere, staysThere]) => {
  const here = await at.signedUp()
  const { session: there } = await at.signedIn(here.email)
  const { session: stranger } = await at.signedUp()
  expect((await here.client.auth.signOut({ scope })).error).toBeNull()
  expect([await isTaken(here.session.access_token), await isTaken(there.access_token)]).toEqual([staysHere, staysThere])
  expect(await isTaken(stranger.access_token)).toBe(true)
})

test('signing out twice is harmless, and an unknown scope is refused', async () => {
  const { client, session } = await at.signedUp()
  const logOut = (query: string) =>
    at.send('POST', `/auth/v1/logout${query}`, undefined, { authorization: `Bearer ${session.access_token}` })
  expect((await logOut('?scope=everything')).status).toBe(400)
  expect((await logOut('')).status).toBe(204)
  expect((await logOut('')).status).toBe(403)
  expect((await client.auth.signOut()).error).toBeNull()
})

test('reading the account requires a token', async () => {
  for (const [method, path] of [
    ['GET', 'user'],
    ['PUT', 'user'],
    ['GET', 'reauthenticate'],
    ['POST', 'logout'],
  ] as const) {
    const answer = await at.send(method, `/auth/v1/${path}`, method === 'PUT' ? {} : undefined)
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error_code: 'no_authorization' })])
  }
})
