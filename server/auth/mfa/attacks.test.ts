// Attacks with a stolen password, a copied token, or an observed code.
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from '../testing.ts'
import { enrol, enrolled, verify } from './testing.ts'

let at: TestAccounts
let limited: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
  limited = await startAccounts({ RATE_LIMITS: 'on' })
})
afterAll(() => Promise.all([at.stop(), limited.stop()]))

const wrongCode = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
const insufficient = {
  status: 401,
  code: 'insufficient_aal',
  message: 'AAL2 session is required to update email or password when MFA is enabled.',
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function guarded() {
  const person = await at.signedUp()
  return { ...person, ...(await enrolled(person.client)), aal1Session: person.session }
}

test('guessing: after ten wrong codes the right one is refused as well, from any session', async () => {
  const { client, email } = await limited.signedUp()
  const { factor } = await enrolled(client)
  const thief = await limited.signedIn(email)
  for (let n = 0; n < 10; n++) expect((await refused(verify(thief.client, factor, '000000')))?.code).toBe('mfa_verification_failed')
  const again = await limited.signedIn(email)
  expect(await refused(verify(again.client, factor))).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
})

test('guessing recovery codes locks them, and a code from the app still works', async () => {
  const { client, email } = await limited.signedUp()
  const { factor } = await enrolled(client)
  const thief = createClient(limited.url, limited.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } },
  })
  await thief.auth.signInWithPassword({ email, password: PASSWORD })
  for (let n = 0; n < 10; n++)
    expect((await refused(thief.auth.mfa.recoveryCodes.verify({ code: `guess${n}` })))?.code).toBe('mfa_verification_failed')
  expect(await refused(thief.auth.mfa.recoveryCodes.verify({ code: 'guess' }))).toMatchObject({
    status: 429,
    code: 'mfa_recovery_codes_locked',
  })
  expect(await refused(verify(thief, factor))).toBeUndefined()
})

test('replay: a used code and older ones are refused, in the same session and in another', async () => {
  const { client, email, factor } = await guarded()
  const code = factor.code()
  expect(await refused(verify(client, factor, code))).toBeUndefined()
  const thief = await at.signedIn(email)
  expect(await refused(verify(thief.client, factor, code))).toEqual(wrongCode)
  expect(await refused(verify(thief.client, factor, factor.code(-1)))).toEqual(wrongCode)
})

test('replay: one of ten concurrent requests with the same code succeeds', async () => {
  const { email, factor } = await guarded()
  const code = factor.code()
  const thieves = await Promise.all(Array.from({ length: 10 }, () => at.signedIn(email)))
  const answers = await Promise.all(thieves.map(({ client }) => refused(verify(client, factor, code))))
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
})

test('a refresh token stolen at aal1 does not become aal2 and ends the session', async () => {
  const { client, aal1Session, session } = await guarded()
  const answer = await at.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: aal1Session.refresh_token })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error_code: 'refresh_token_already_used' })])
  expect((await client.auth.getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
})

test('fixation: an access token issued before the session was raised stays at aal1', async () => {
  const { aal1Session, factor } = await guarded()
  expect(claimsOf(aal1Session.access_token)).toMatchObject({ aal: 'aal1' })
  const removal = await at.send('DELETE', `/auth/v1/factors/${factor.id}`, {}, bearer(aal1Session.access_token))
  expect([removal.status, await removal.json()]).toEqual([422, expect.objectContaining({ error_code: 'insufficient_aal' })])
  const change = await at.send('PUT', '/auth/v1/user', { password: OTHER_PASSWORD }, bearer(aal1Session.access_token))
  expect([change.status, await change.json()]).toEqual([401, expect.objectContaining({ error_code: 'insufficient_aal' })])
})

test('downgrade: once the factor is removed, a token that still says aal2 counts as aal1', async () => {
  const { user, session, client } = await guarded()
  const { factor: second } = await enrolled(client, 'Second')
  // Deletes both factors, as an admin's reset does, while the access token is still valid.
  await at.sql('delete from auth.mfa_factors where user_id = $1', [user.id])
  await at.sql("update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1", [user.id])
  await at.sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at) values ($1, $2, 'totp', 'verified', $3, now(), now())`,
    [second.id, user.id, second.secret],
  )
  const removal = await at.send('DELETE', `/auth/v1/factors/${second.id}`, {}, bearer(session.access_token))
  expect([removal.status, await removal.json()]).toEqual([422, expect.objectContaining({ error_code: 'insufficient_aal' })])
})

test('downgrade: a second factor cannot be added with the password alone', async () => {
  const { email } = await guarded()
  const thief = await at.signedIn(email)
  expect(await refused(thief.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' }))).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  })
})

test('verifying a factor deletes the others that were not verified, and their codes are refused', async () => {
  const { client, email } = await at.signedUp()
  const thief = await at.signedIn(email)
  const planted = await enrol(thief.client, 'Planted')
  await enrolled(client, 'Phone')
  const later = await at.signedIn(email)
  expect(await refused(verify(later.client, planted))).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
})

test('a password reset by mail requires the factor before the new password', async () => {
  const { email, factor } = await guarded()
  const client = at.client()
  await client.auth.resetPasswordForEmail(email)
  const { tokenHash } = await at.mailTo(email)
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: tokenHash })
  expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'recovery' }] })
  expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD }))).toEqual(insufficient)
  expect(await refused(client.auth.updateUser({ data: { language: 'tr' } }))).toBeUndefined()
  expect(await refused(verify(client, factor))).toBeUndefined()
  expect(await refused(client.auth.updateUser({ password: OTHER_PASSWORD }))).toBeUndefined()
  await at.signedIn(email, OTHER_PASSWORD)
})

describe('a session with the password alone, when the owner has a factor', () => {
  const isLive = async (token: string) => (await at.send('GET', '/auth/v1/user', undefined, bearer(token))).status === 200
  const logOut = (token: string, scope: string) => at.send('POST', `/auth/v1/logout?scope=${scope}`, {}, bearer(token))

  test('cannot sign out all other sessions', async () => {
    const { email, session } = await guarded()
    const thief = await at.signedIn(email)
    const refusal = await logOut(thief.session.access_token, 'others')
    expect([refusal.status, await refusal.json()]).toEqual([422, expect.objectContaining({ error_code: 'insufficient_aal' })])
    expect((await thief.client.auth.signOut({ scope: 'others' })).error?.code).toBe('insufficient_aal')
    expect(await isLive(session.access_token)).toBe(true)
  })

  test('signs out only sessions without the factor', async () => {
    const { email, session } = await guarded()
    const [here, there] = [await at.signedIn(email), await at.signedIn(email)]
    expect((await logOut(here.session.access_token, 'global')).status).toBe(204)
    expect(await Promise.all([here, there].map((one) => isLive(one.session.access_token)))).toEqual([false, false])
    expect(await isLive(session.access_token)).toBe(true)
  })

  test('signs out every session in the requested scope once it has the factor', async () => {
    const { email, session } = await guarded()
    const thief = await at.signedIn(email)
    expect((await logOut(session.access_token, 'others')).status).toBe(204)
    expect(await isLive(thief.session.access_token)).toBe(false)
    expect((await logOut(session.access_token, 'global')).status).toBe(204)
    expect(await isLive(session.access_token)).toBe(false)
  })
})
