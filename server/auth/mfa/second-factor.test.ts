import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, refused, startAccounts, type TestAccounts } from '../testing.ts'
import { enrol, enrolled, verify, withPreviousCode } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const forgetUsedCodes = () => at.sql('delete from _server.used_code_steps')
const wrongCode = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }

describe('enrolling', () => {
  test('gives a secret, its URI and a QR code, and the factor counts only once verified', async () => {
    const { client, email } = await at.signedUp()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone', issuer: 'Example' })
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(data?.totp.uri).toContain(`otpauth://totp/Example:${encodeURIComponent(email)}?`)
    expect(data?.totp.uri).toContain(`secret=${data?.totp.secret}`)
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [\s\S]*<\/svg>$/)
    const { data: listed } = await client.auth.mfa.listFactors()
    expect(listed?.totp).toEqual([])
    expect(listed?.all).toEqual([
      expect.objectContaining({ id: data?.id, status: 'unverified', factor_type: 'totp', friendly_name: 'Phone' }),
    ])
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  test('encrypts the secret in the table, and no API role can read it', async () => {
    const { client } = await at.signedUp()
    const factor = await enrol(client)
    const [row] = await at.sql<{ secret: string }>('select secret from auth.mfa_factors where id = $1', [factor.id])
    expect(row?.secret).toContain('aes-gcm-hkdf')
    expect(row?.secret).not.toContain(factor.secret)
    for (const role of ['anon', 'authenticated', 'service_role']) {
      const [rights] = await at.sql('select has_table_privilege($1, $2, $3) as may', [role, 'auth.mfa_factors', 'select'])
      expect(rights).toEqual({ may: false })
    }
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain('secret')
  })

  test('refuses a duplicate name, an eleventh factor, other kinds and an overlong name', async () => {
    const { client } = await at.signedUp()
    for (let n = 0; n < 10; n++) await enrol(client, `Phone ${n}`)
    expect(await refused(client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 1' }))).toEqual({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Phone 1" for this user already exists',
    })
    expect(await refused(client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'One more' }))).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    })
    expect(await refused(client.auth.mfa.enroll({ factorType: 'phone', phone: '+900000000' }))).toMatchObject({
      status: 422,
      code: 'mfa_phone_enroll_not_enabled',
    })
    expect(await refused(client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x'.repeat(101) }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('forgets incomplete enrolments after five minutes', async () => {
    const { client, user } = await at.signedUp()
    for (let n = 0; n < 10; n++) await enrol(client, `Phone ${n}`)
    await at.sql("update auth.mfa_factors set created_at = created_at - interval '6 minutes' where user_id = $1", [user.id])
    const factor = await enrol(client, 'Phone 1')
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all.map(({ id }) => id)).toEqual([factor.id])
  })
})

describe('verifying', () => {
  test('raises the session to aal2 in the token, after a refresh and in the client', async () => {
    const { client, session, user } = await at.signedUp()
    const { factor, session: raised } = await enrolled(client)
    expect(raised).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: user.id } })
    expect(raised.refresh_token).not.toBe(session.refresh_token)
    const claims = claimsOf(raised.access_token)
    expect(claims).toMatchObject({ aal: 'aal2', session_id: claimsOf(session.access_token)['session_id'] })
    expect(claims['amr']).toEqual([
      { method: 'totp', timestamp: expect.any(Number) },
      { method: 'password', timestamp: expect.any(Number) },
    ])
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const { data: refreshed } = await client.auth.refreshSession()
    expect(claimsOf(refreshed.session?.access_token ?? '')).toMatchObject({ aal: 'aal2', amr: claims['amr'] })
    const { data: listed } = await client.auth.mfa.listFactors()
    expect(listed?.totp).toEqual([expect.objectContaining({ id: factor.id, status: 'verified' })])
  })

  test('the next sign-in starts at aal1, knows that aal2 is next, and reaches it with a code', async () => {
    const { client, email } = await at.signedUp()
    const { factor } = await enrolled(client)
    const other = await at.signedIn(email)
    expect(claimsOf(other.session.access_token)).toMatchObject({ aal: 'aal1' })
    expect((await other.client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const { data } = await verify(other.client, factor)
    expect(claimsOf(data?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
  })

  test('tolerates a clock difference of one step, and refuses wrong codes', async () => {
    const { client } = await at.signedUp()
    const factor = await enrol(client)
    for (const code of [factor.code(-3), factor.code(3), 'abcdef', '12345'])
      expect(await refused(verify(client, factor, code))).toEqual(wrongCode)
    expect(await refused(verify(client, factor, ' '))).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await withPreviousCode(factor, (code) => verify(client, factor, code))).error).toBeNull()
    for (const steps of [0, 1]) expect(await refused(verify(client, factor, factor.code(steps)))).toBeUndefined()
  })

  test('ends the account’s other sessions at aal1, and keeps those at aal2', async () => {
    const { client, email } = await at.signedUp()
    const { factor } = await enrolled(client)
    const [laptop, phone] = [await at.signedIn(email), await at.signedIn(email)]
    expect(await refused(verify(laptop.client, factor))).toBeUndefined()
    expect((await phone.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('deletes the unverified factors', async () => {
    const { client } = await at.signedUp()
    await enrol(client, 'Forgotten')
    const { factor } = await enrolled(client, 'Phone')
    expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factor.id])
  })

  test('a challenge works once, for its own factor and network, for five minutes', async () => {
    const { client } = await at.signedUp()
    const { factor } = await enrolled(client)
    const { data } = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const challengeId = data?.id ?? ''
    const attempt = (id: string) => refused(client.auth.mfa.verify({ factorId: factor.id, challengeId: id, code: factor.code() }))
    expect(await attempt(crypto.randomUUID())).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
    expect(await attempt('nonsense')).toMatchObject({ status: 400, code: 'bad_json' })
    await at.sql("update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1", [challengeId])
    expect(await attempt(challengeId)).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
    await at.sql("update auth.mfa_challenges set created_at = now(), ip_address = '203.0.113.9' where id = $1", [challengeId])
    expect(await attempt(challengeId)).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    await at.sql("update auth.mfa_challenges set ip_address = '127.0.0.1' where id = $1", [challengeId])
    expect(await attempt(challengeId)).toBeUndefined()
    await forgetUsedCodes()
    expect(await attempt(challengeId)).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
  })
})

describe('removing', () => {
  test('a verified factor needs aal2 and lowers the session to aal1', async () => {
    const { client, email } = await at.signedUp()
    const { factor } = await enrolled(client)
    const other = await at.signedIn(email)
    expect(await refused(other.client.auth.mfa.unenroll({ factorId: factor.id }))).toEqual({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    expect(await client.auth.mfa.unenroll({ factorId: factor.id })).toEqual({ data: { id: factor.id }, error: null })
    const { data } = await client.auth.refreshSession()
    expect(claimsOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  test('an unverified factor needs only the owner’s session', async () => {
    const [ada, mallory] = [await at.signedUp(), await at.signedUp()]
    const factor = await enrol(ada.client)
    const notFound = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
    expect(await refused(mallory.client.auth.mfa.unenroll({ factorId: factor.id }))).toEqual(notFound)
    expect(await refused(mallory.client.auth.mfa.challenge({ factorId: factor.id }))).toEqual(notFound)
    expect(await refused(mallory.client.auth.mfa.unenroll({ factorId: crypto.randomUUID() }))).toEqual(notFound)
    expect(await refused(ada.client.auth.mfa.unenroll({ factorId: factor.id }))).toBeUndefined()
  })

  test('the secret key lists and removes factors, which lowers their sessions at once', async () => {
    const { client, user, session } = await at.signedUp()
    const { factor } = await enrolled(client)
    const { data } = await at.admin().mfa.listFactors({ userId: user.id })
    expect(data?.factors).toEqual([expect.objectContaining({ id: factor.id, status: 'verified' })])
    expect(await refused(at.admin().mfa.deleteFactor({ userId: user.id, id: crypto.randomUUID() }))).toMatchObject({ status: 404 })
    expect(await refused(at.admin().mfa.deleteFactor({ userId: user.id, id: factor.id }))).toBeUndefined()
    expect(await at.sql('select aal from auth.sessions where user_id = $1', [user.id])).toEqual([{ aal: 'aal1' }])
    const answer = await at.send('GET', `/auth/v1/admin/users/${user.id}/factors`, undefined, {
      authorization: `Bearer ${session.access_token}`,
    })
    expect(answer.status).toBe(403)
  })
})

test('factor endpoints require a session', async () => {
  for (const [method, path] of [
    ['POST', 'factors'],
    ['POST', `factors/${crypto.randomUUID()}/verify`],
    ['DELETE', `factors/${crypto.randomUUID()}`],
    ['GET', 'factors/recovery-codes'],
  ] as const) {
    const answer = await at.send(method, `/auth/v1/${path}`, method === 'GET' ? undefined : {})
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error_code: 'no_authorization' })])
  }
})
