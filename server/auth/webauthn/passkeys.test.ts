import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolled } from '../mfa/testing.ts'
import { claimsOf, refused, startAccounts, type TestAccounts } from '../testing.ts'
import { type Changes, createSecurityKey, type SecurityKey } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const notVerified = { status: 400, code: 'webauthn_verification_failed', message: 'Credential verification failed' }
const usedUp = { status: 400, code: 'webauthn_challenge_not_found', message: 'Challenge not found or already used' }

async function started<Data>(answer: PromiseLike<{ data: Data; error: unknown }>): Promise<NonNullable<Data>> {
  const { data, error } = await answer
  if (!data) throw error
  return data
}

async function register(client: SupabaseClient, key: SecurityKey, changes?: Changes) {
  const { challenge_id, options } = await started(client.auth.passkey.startRegistration())
  return client.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential: key.create(options, changes) as never })
}

async function signIn(key: SecurityKey, changes?: Changes, client = at.client()) {
  const { challenge_id, options } = await started(client.auth.passkey.startAuthentication())
  return client.auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential: key.get(options, changes) })
}

async function withPasskey() {
  const person = await at.signedUp()
  const key = createSecurityKey(at.url)
  const passkey = await started(register(person.client, key))
  return { ...person, key, passkeyId: passkey.id }
}

describe('a passkey', () => {
  test('is registered with options for the configured site, as discoverable and with user verification', async () => {
    const { client, email, user } = await at.signedUp()
    const { challenge_id, options, expires_at } = await started(client.auth.passkey.startRegistration())
    expect(challenge_id).toMatch(/^[\da-f-]{36}$/)
    expect(expires_at).toBeGreaterThan(Date.now() / 1000 + 290)
    expect(options).toMatchObject({
      rp: { id: new URL(at.url).hostname, name: 'Sample' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })

  test('signs in without a password, at aal1', async () => {
    const { key, user, client } = await withPasskey()
    const { session } = await started(signIn(key))
    expect(session?.user.id).toBe(user.id)
    expect(claimsOf(session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect(await started(client.auth.passkey.list())).toEqual([
      { id: expect.any(String), friendly_name: 'Passkey', created_at: expect.any(String), last_used_at: expect.any(String) },
    ])
  })

  test('replaces the password, but not the second factor', async () => {
    const { key, client } = await withPasskey()
    await enrolled(client)
    const other = at.client()
    const { session } = await started(signIn(key, {}, other))
    expect(claimsOf(session?.access_token ?? '')).toMatchObject({ aal: 'aal1' })
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const insufficient = { status: 403, code: 'insufficient_aal' }
    expect(await refused(other.auth.passkey.startRegistration())).toMatchObject(insufficient)
    const [passkey] = await started(other.auth.passkey.list())
    expect(await refused(other.auth.passkey.delete({ passkeyId: passkey?.id ?? '' }))).toMatchObject(insufficient)
  })

  test('is renamed and removed by its owner, and no longer signs in after that', async () => {
    const { key, client, passkeyId } = await withPasskey()
    const renamed = await started(client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' }))
    expect(renamed).toMatchObject({ id: passkeyId, friendly_name: 'Phone' })
    expect(await refused(client.auth.passkey.update({ passkeyId, friendlyName: 'x'.repeat(121) }))).toMatchObject({ status: 400 })
    const mallory = await at.signedUp()
    const notFound = { status: 404, code: 'validation_failed', message: 'Passkey not found' }
    expect(await refused(mallory.client.auth.passkey.update({ passkeyId, friendlyName: 'Mine' }))).toEqual(notFound)
    expect(await refused(mallory.client.auth.passkey.delete({ passkeyId }))).toEqual(notFound)
    expect(await refused(client.auth.passkey.delete({ passkeyId }))).toBeUndefined()
    expect(await refused(signIn(key))).toEqual(notVerified)
  })

  test('can be listed and removed by others only with the secret key', async () => {
    const { user, passkeyId, session } = await withPasskey()
    const { passkey } = at.admin()
    expect(await started(passkey.listPasskeys({ userId: user.id }))).toMatchObject([{ id: passkeyId }])
    const answer = await at.send('GET', `/auth/v1/admin/users/${user.id}/passkeys`, undefined, {
      authorization: `Bearer ${session.access_token}`,
    })
    expect(answer.status).toBe(403)
    expect(await refused(passkey.deletePasskey({ userId: user.id, passkeyId }))).toBeUndefined()
    expect(await started(passkey.listPasskeys({ userId: user.id }))).toEqual([])
  })

  test('belongs to one account, which may have ten at most', async () => {
    const { client, key } = await withPasskey()
    expect(await refused(register(client, key))).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
    const mallory = await at.signedUp()
    expect(await refused(register(mallory.client, key))).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
    for (let n = 0; n < 9; n++) expect(await refused(register(client, createSecurityKey(at.url)))).toBeUndefined()
    expect(await refused(client.auth.passkey.startRegistration())).toMatchObject({ status: 422, code: 'too_many_passkeys' })
  })

  test('is deleted with the account', async () => {
    const { user, key } = await withPasskey()
    expect((await at.admin().deleteUser(user.id, true)).error).toBeNull()
    expect(await at.sql('select from auth.webauthn_credentials where user_id = $1', [user.id])).toEqual([])
    expect(await refused(signIn(key))).toEqual(notVerified)
  })

  test('cannot be read by any API role', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const table of ['auth.webauthn_credentials', 'auth.webauthn_challenges'])
        expect(await at.sql('select has_table_privilege($1, $2, $3) as may', [role, table, 'select'])).toEqual([{ may: false }])
  })
})

describe('an attacker', () => {
  test('cannot replay a response, or use one for another site or challenge', async () => {
    const { key } = await withPasskey()
    const client = at.client()
    const { challenge_id, options } = await started(client.auth.passkey.startAuthentication())
    const answer = { challengeId: challenge_id, credential: key.get(options) as never }
    expect(await refused(client.auth.passkey.verifyAuthentication(answer))).toBeUndefined()
    expect(await refused(client.auth.passkey.verifyAuthentication(answer))).toEqual(usedUp)
    for (const changes of [
      { origin: 'https://attacker.example' },
      { rpId: 'attacker.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { signCount: 1 },
    ])
      expect(await refused(signIn(key, changes))).toEqual(notVerified)
  })

  test('cannot sign in with the key without its PIN, fingerprint or face', async () => {
    const { key, client } = await withPasskey()
    expect(await refused(signIn(key, { isVerified: false }))).toEqual(notVerified)
    expect(await refused(register(client, createSecurityKey(at.url), { isVerified: false }))).toEqual(notVerified)
  })

  test('cannot sign in as somebody else, by handle or by the id of their credential', async () => {
    const [owner, mallory] = [await withPasskey(), await withPasskey()]
    const userHandle = Buffer.from(owner.user.id).toString('base64url')
    expect(await refused(signIn(mallory.key, { userHandle }))).toEqual(notVerified)
    mallory.key.pretendToBe(owner.key.id())
    expect(await refused(signIn(mallory.key, { userHandle }))).toEqual(notVerified)
  })

  test('cannot complete another person’s registration, or sign in with a registration challenge', async () => {
    const [owner, mallory] = [await at.signedUp(), await withPasskey()]
    const { challenge_id, options } = await started(owner.client.auth.passkey.startRegistration())
    const own = createSecurityKey(at.url)
    const registration = { challengeId: challenge_id, credential: own.create(options) as never }
    expect(await refused(mallory.client.auth.passkey.verifyRegistration(registration))).toEqual(usedUp)
    const assertion = { challengeId: challenge_id, credential: mallory.key.get(options) as never }
    expect(await refused(mallory.client.auth.passkey.verifyAuthentication(assertion))).toEqual(usedUp)
    expect(await refused(owner.client.auth.passkey.verifyRegistration(registration))).toBeUndefined()
  })

  test('cannot sign in to a banned account', async () => {
    const { key, user } = await withPasskey()
    await at.admin().updateUserById(user.id, { ban_duration: '1h' })
    expect(await refused(signIn(key))).toEqual({ status: 403, code: 'user_banned', message: 'User is banned' })
  })

  test('cannot add a passkey to a session that was left open', async () => {
    const { client, user } = await at.signedUp()
    await at.sql(
      `update auth.mfa_amr_claims set updated_at = now() - interval '20 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [user.id],
    )
    await client.auth.refreshSession()
    expect(await refused(client.auth.passkey.startRegistration())).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })

  test('cannot use an early, late or malformed response', async () => {
    const { key } = await withPasskey()
    const client = at.client()
    const { challenge_id, options } = await started(client.auth.passkey.startAuthentication())
    await at.sql("update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1", [challenge_id])
    const late = { challengeId: challenge_id, credential: key.get(options) as never }
    expect(await refused(client.auth.passkey.verifyAuthentication(late))).toMatchObject({ code: 'webauthn_challenge_expired' })
    for (const credential of [{}, { id: 7 }, { id: key.id(), response: 'x' }, { id: key.id(), response: { userHandle: {} } }]) {
      const { challenge_id: challengeId } = await started(client.auth.passkey.startAuthentication())
      expect(await refused(client.auth.passkey.verifyAuthentication({ challengeId, credential: credential as never }))).toEqual(notVerified)
    }
    const answer = await at.send('POST', '/auth/v1/passkeys/registration/options', {})
    expect(answer.status).toBe(401)
  })
})

test('unused challenges are deleted', async () => {
  const client = at.client()
  await started(client.auth.passkey.startAuthentication())
  await at.sql("update auth.webauthn_challenges set expires_at = now() - interval '2 hours'")
  await started(client.auth.passkey.startAuthentication())
  expect(await at.sql('select count(*)::int from auth.webauthn_challenges')).toEqual([{ count: 1 }])
})
