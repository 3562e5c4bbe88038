import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, refused, startAccounts, type TestAccounts } from '../testing.ts'
import { type Changes, createSecurityKey, type SecurityKey } from '../webauthn/testing.ts'
import { enrol as enrolApp, enrolled as enrolledApp, verify as verifyApp } from './testing.ts'

let at: TestAccounts
let limited: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
  limited = await startAccounts({ RATE_LIMITS: 'on' })
})
afterAll(() => Promise.all([at.stop(), limited.stop()]))

const notVerified = { status: 422, code: 'mfa_verification_failed', message: 'Failed to validate WebAuthn MFA response' }
const webauthn = { rpId: 'attacker.example', rpOrigins: ['https://attacker.example'] }

async function enrol(client: SupabaseClient, friendlyName = 'Key') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (!data) throw error
  return data
}

async function challenge(client: SupabaseClient, factorId: string) {
  const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn })
  if (!data) throw error
  return data
}

type Challenge = Awaited<ReturnType<typeof challenge>>
const answerOf = ({ webauthn: asked }: Challenge, key: SecurityKey, changes?: Changes) =>
  asked.type === 'create'
    ? key.create(asked.credential_options.publicKey as never, changes)
    : key.get(asked.credential_options.publicKey as never, changes)

/** Sends a response to a challenge, as the client does after the browser's dialog. */
const send = (client: SupabaseClient, factorId: string, challenged: Challenge, answer: unknown, type = challenged.webauthn.type) =>
  client.auth.mfa.verify({
    factorId,
    challengeId: challenged.id,
    webauthn: { ...webauthn, type, credential_response: answer } as never,
  })

async function verify(client: SupabaseClient, factorId: string, key: SecurityKey, changes?: Changes) {
  const challenged = await challenge(client, factorId)
  return send(client, factorId, challenged, answerOf(challenged, key, changes))
}

/** Signs up a user with a verified key, at aal2. */
async function withKey(accounts = at) {
  const person = await accounts.signedUp()
  const key = createSecurityKey(accounts.url)
  const { id } = await enrol(person.client)
  const { data, error } = await verify(person.client, id, key)
  if (!data) throw error
  return { ...person, key, factorId: id, session: data, aal1Session: person.session }
}

describe('a security key', () => {
  test('is enrolled with options for the configured site, whatever site the request names', async () => {
    const { client, email, user } = await at.signedUp()
    const factor = await enrol(client, 'Blue key')
    expect(factor).toEqual({ id: factor.id, type: 'webauthn', friendly_name: 'Blue key' })
    const answer = await at.send('POST', `/auth/v1/factors/${factor.id}/challenge`, { factorId: factor.id, webauthn }, await bearer(client))
    const { hostname } = new URL(at.url)
    expect(await answer.json()).toEqual({
      id: expect.any(String),
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { id: hostname, name: 'Sample' },
            user: { id: Buffer.from(user.id).toString('base64url'), name: email, displayName: email },
            challenge: expect.stringMatching(/^[\w-]{43}$/),
            pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
            timeout: 120_000,
            excludeCredentials: [],
            authenticatorSelection: { residentKey: 'discouraged', requireResidentKey: false, userVerification: 'preferred' },
            attestation: 'none',
          },
        },
      },
    })
  })

  test('raises the session to aal2 when it is registered, and is listed with its name only', async () => {
    const { client, session, factorId } = await withKey()
    expect(claimsOf(session.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [
        { method: 'mfa/webauthn', timestamp: expect.any(Number) },
        { method: 'password', timestamp: expect.any(Number) },
      ],
    })
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.webauthn).toEqual([expect.objectContaining({ id: factorId, status: 'verified', friendly_name: 'Key' })])
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain('publicKey')
  })

  test('is requested at the next sign-in, and raises that session', async () => {
    const { email, key, factorId } = await withKey()
    const other = await at.signedIn(email)
    expect((await other.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const challenged = await challenge(other.client, factorId)
    expect(challenged.webauthn).toMatchObject({
      type: 'request',
      credential_options: {
        publicKey: { rpId: new URL(at.url).hostname, allowCredentials: [{ type: 'public-key', transports: ['usb'] }] },
      },
    })
    const { data } = await send(other.client, factorId, challenged, answerOf(challenged, key))
    expect(claimsOf(data?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
    const { data: refreshed } = await other.client.auth.refreshSession()
    expect(claimsOf(refreshed.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] })
  })

  test('works without PIN or fingerprint, because it is the second factor, but not without a touch', async () => {
    const { email, key, factorId } = await withKey()
    const other = await at.signedIn(email)
    expect(await refused(verify(other.client, factorId, key, { isPresent: false }))).toEqual(notVerified)
    expect(await refused(verify(other.client, factorId, key, { isVerified: false }))).toBeUndefined()
  })

  test('keeps working with a counter that stays at zero', async () => {
    const { client, key, factorId } = await withKey()
    for (let n = 0; n < 2; n++) expect(await refused(verify(client, factorId, key, { signCount: 0 }))).toBeUndefined()
  })

  test('is stored in the format of GoTrue', async () => {
    const { key, factorId } = await withKey()
    const [row] = await at.sql(
      'select web_authn_credential as credential, web_authn_aaguid as aaguid from auth.mfa_factors where id = $1',
      [factorId],
    )
    expect(row).toEqual({
      aaguid: '00000000-0000-0000-0000-000000000000',
      credential: {
        id: Buffer.from(key.id(), 'base64url').toString('base64'),
        publicKey: expect.any(String),
        attestationType: 'none',
        transport: ['usb'],
        flags: { userPresent: true, userVerified: true, backupEligible: false, backupState: false },
        authenticator: { AAGUID: Buffer.alloc(16).toString('base64'), signCount: 0, cloneWarning: false, attachment: '' },
      },
    })
  })

  test('is excluded when another one is added, and refused if it is registered again anyway', async () => {
    const { client, key } = await withKey()
    const second = await enrol(client, 'Second')
    const challenged = await challenge(client, second.id)
    expect(challenged.webauthn.credential_options.publicKey).toMatchObject({ excludeCredentials: [{ type: 'public-key' }] })
    expect(await refused(send(client, second.id, challenged, answerOf(challenged, key)))).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    })
    expect(await refused(verify(client, second.id, createSecurityKey(at.url)))).toBeUndefined()
  })

  test('can be removed at aal2 only, which lowers the session to aal1', async () => {
    const { client, email, factorId } = await withKey()
    const other = await at.signedIn(email)
    expect(await refused(other.client.auth.mfa.unenroll({ factorId }))).toMatchObject({ status: 422, code: 'insufficient_aal' })
    expect(await refused(client.auth.mfa.unenroll({ factorId }))).toBeUndefined()
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })

  test('can be used as an alternative to an app', async () => {
    const { client, email, key, factorId } = await withKey()
    const { factor } = await enrolledApp(client, 'Phone')
    const [first, second] = [await at.signedIn(email), await at.signedIn(email)]
    expect(await refused(verify(first.client, factorId, key))).toBeUndefined()
    const again = await at.signedIn(email)
    expect(await refused(verifyApp(again.client, factor))).toBeUndefined()
    expect((await second.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })
})

describe('an attacker with the password', () => {
  test('cannot replay a response in the same session or another', async () => {
    const { client, email, key, factorId } = await withKey()
    const challenged = await challenge(client, factorId)
    const answer = answerOf(challenged, key)
    expect(await refused(send(client, factorId, challenged, answer))).toBeUndefined()
    expect(await refused(send(client, factorId, challenged, answer))).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    const thief = await at.signedIn(email)
    const own = await challenge(thief.client, factorId)
    expect(await refused(send(thief.client, factorId, own, answer))).toEqual(notVerified)
  })

  test('cannot use a response made for another site', async () => {
    const { email, key, factorId } = await withKey()
    const thief = await at.signedIn(email)
    for (const changes of [{ origin: 'https://attacker.example' }, { origin: `${at.url}0` }, { rpId: 'attacker.example' }])
      expect(await refused(verify(thief.client, factorId, key, changes))).toEqual(notVerified)
  })

  test('cannot use a response to a challenge of their own, or of another session', async () => {
    const { client, email, key, factorId } = await withKey()
    const thief = await at.signedIn(email)
    expect(await refused(verify(thief.client, factorId, key, { challenge: Buffer.alloc(32).toString('base64url') }))).toEqual(notVerified)
    const owners = await challenge(client, factorId)
    expect(await refused(send(thief.client, factorId, owners, answerOf(owners, key)))).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
  })

  test('has one attempt for each challenge', async () => {
    const { email, key, factorId } = await withKey()
    const thief = await at.signedIn(email)
    const challenged = await challenge(thief.client, factorId)
    expect(await refused(send(thief.client, factorId, challenged, answerOf(challenged, createSecurityKey(at.url))))).toEqual(notVerified)
    expect(await refused(send(thief.client, factorId, challenged, answerOf(challenged, key)))).toMatchObject({
      code: 'mfa_ip_address_mismatch',
    })
  })

  test('cannot use their own key, even under the known key’s id, or another person’s factor', async () => {
    const [owner, mallory] = [await withKey(), await withKey()]
    const thief = await at.signedIn(owner.email)
    expect(await refused(verify(thief.client, owner.factorId, mallory.key))).toEqual(notVerified)
    mallory.key.pretendToBe(owner.key.id())
    expect(await refused(verify(thief.client, owner.factorId, mallory.key))).toEqual(notVerified)
    await expect(challenge(mallory.client, owner.factorId)).rejects.toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })

  test('cannot use a cloned key whose counter is behind', async () => {
    const { client, email, key, factorId } = await withKey()
    expect(await refused(verify(client, factorId, key, { signCount: 7 }))).toBeUndefined()
    const thief = await at.signedIn(email)
    for (const signCount of [6, 7, 0]) expect(await refused(verify(thief.client, factorId, key, { signCount }))).toEqual(notVerified)
    expect(await refused(verify(thief.client, factorId, key, { signCount: 8 }))).toBeUndefined()
  })

  test('cannot register a new key in place of using the known one', async () => {
    const { email, factorId, user } = await withKey()
    const thief = await at.signedIn(email)
    const own = createSecurityKey(at.url)
    const challenged = await challenge(thief.client, factorId)
    const { challenge: bytes } = challenged.webauthn.credential_options.publicKey
    const registration = own.create({ challenge: bytes, user: { id: Buffer.from(user.id) } })
    expect(await refused(send(thief.client, factorId, challenged, registration, 'create'))).toEqual(notVerified)
    const again = await challenge(thief.client, factorId)
    expect(await refused(send(thief.client, factorId, again, registration, 'request'))).toEqual(notVerified)
  })

  test('cannot add a key, or complete an enrolment begun before the owner had any factor', async () => {
    const { client, email } = await at.signedUp()
    const thief = await at.signedIn(email)
    const planted = await enrol(thief.client, 'Planted')
    await enrolledApp(client)
    const later = await at.signedIn(email)
    await expect(challenge(later.client, planted.id)).rejects.toMatchObject({ status: 404 })
    await expect(enrol(later.client, 'Thief')).rejects.toMatchObject({ status: 403, code: 'insufficient_aal' })

    const owner = await at.signedUp()
    const app = await enrolApp((await at.signedIn(owner.email)).client, 'Planted app')
    const { id } = await enrol(owner.client)
    expect(await refused(verify(owner.client, id, createSecurityKey(at.url)))).toBeUndefined()
    expect(await refused(verifyApp((await at.signedIn(owner.email)).client, app))).toMatchObject({ status: 404 })
  })

  test('stays at aal1 with a token issued before the session was raised', async () => {
    const { aal1Session, factorId } = await withKey()
    const answer = await at.send('DELETE', `/auth/v1/factors/${factorId}`, {}, { authorization: `Bearer ${aal1Session.access_token}` })
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ error_code: 'insufficient_aal' })])
  })

  test('has as many attempts as with codes', async () => {
    const { email, key, factorId } = await withKey(limited)
    const thief = await limited.signedIn(email)
    const wrong = createSecurityKey(limited.url)
    for (let n = 0; n < 10; n++) expect(await refused(verify(thief.client, factorId, wrong))).toEqual(notVerified)
    expect(await refused(verify(thief.client, factorId, key))).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })
})

describe('a malformed response', () => {
  test('is refused, and the server keeps running', async () => {
    const { client, key, factorId } = await withKey()
    // Nested CBOR arrays, 30,000 levels deep.
    const deep = 'gYGB'.repeat(10_000)
    const nonsense = [
      {},
      { id: key.id(), rawId: key.id(), type: 'public-key' },
      { id: 7, response: null },
      { response: { clientDataJSON: deep } },
    ]
    for (const answer of nonsense) {
      const challenged = await challenge(client, factorId)
      const given = { ...answer, toJSON: () => answer }
      expect(await refused(send(client, factorId, challenged, given))).toEqual(notVerified)
    }
    const { id } = await enrol(client, 'Other')
    for (const attestationObject of [deep, '', 'oWNmbXRkbm9uZQ']) {
      const challenged = await challenge(client, id)
      const real = answerOf(challenged, createSecurityKey(at.url)).toJSON()
      const answer = { ...real, response: { ...real.response, attestationObject } }
      expect(await refused(send(client, id, challenged, { ...answer, toJSON: () => answer }))).toEqual(notVerified)
    }
    expect(await refused(client.auth.mfa.verify({ factorId, challengeId: crypto.randomUUID(), code: '123456' }))).toMatchObject({
      status: 400,
      message: 'WebAuthn config required',
    })
  })

  test('an attestation statement is ignored, because checking it could make the server fetch URLs chosen by the sender', async () => {
    const { client } = await at.signedUp()
    const { id } = await enrol(client)
    const statement = { format: 'apple', content: new Map([['x5c', 'https://attacker.example']]) }
    expect(await refused(verify(client, id, createSecurityKey(at.url), { statement }))).toBeUndefined()
  })

  test('a challenge expires after five minutes', async () => {
    const { client, key, factorId } = await withKey()
    const challenged = await challenge(client, factorId)
    await at.sql("update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1", [challenged.id])
    expect(await refused(send(client, factorId, challenged, answerOf(challenged, key)))).toMatchObject({ code: 'mfa_challenge_expired' })
  })
})

async function bearer(client: SupabaseClient) {
  const { data } = await client.auth.getSession()
  return { authorization: `Bearer ${data.session?.access_token}` }
}
