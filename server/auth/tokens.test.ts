import { createHmac, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IdentityError } from '../identity-error.ts'
import { temporaryFolder } from '../testing/cluster.ts'
import { createTokens, rotateSigningKey } from '../tokens.ts'
import { claimsOf, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts
let own: Awaited<ReturnType<typeof importJWK>>
let claims: Record<string, unknown>
let right: string

const stranger = await generateKeyPair('ES256', { extractable: true })

beforeAll(async () => {
  const signing = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(signing.privateKey)
  own = await importJWK(jwk, 'ES256')
  at = await startAccounts({ JWT_SIGNING_KEY: JSON.stringify(jwk) })
  const { session } = await at.signedUp()
  right = session.access_token
  claims = claimsOf(right)
})
afterAll(() => at.stop())

const kid = () => (JSON.parse(Buffer.from(right.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signed = (payload: Record<string, unknown>, header: Partial<JWTHeaderParameters> = {}, key = own) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: kid(), ...header }).sign(key)
const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name))
const hmac = (input: string, key: string | Buffer) => createHmac('sha256', key).update(input).digest('base64url')

async function statuses(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answers = await Promise.all([
    at.send('GET', '/auth/v1/user', undefined, headers),
    at.send('GET', '/rest/v1/notes', undefined, headers),
    at.send('GET', '/auth/v1/admin/users', undefined, headers),
  ])
  return answers.map(({ status }) => status)
}

test('a valid token is accepted by the account and data endpoints, and gives no admin rights', async () => {
  expect(await statuses(right)).toEqual([200, 200, 403])
  expect(await statuses(await signed(claims))).toEqual([200, 200, 403])
})

const past = Math.floor(Date.now() / 1000) - 1
const forgeries: Record<string, () => string | Promise<string>> = {
  'that has expired': () => signed({ ...claims, exp: past }),
  'that never expires': () => signed(without('exp')),
  'that is not valid yet': () => signed({ ...claims, nbf: past + 600 }),
  'for another audience': () => signed({ ...claims, aud: 'storage' }),
  'without an audience': () => signed(without('aud')),
  'of another issuer': () => signed({ ...claims, iss: 'https://evil.test/auth/v1' }),
  'without an issuer': () => signed(without('iss')),
  'for another purpose': () => signed(claims, { typ: 'upload+jwt' }),
  'without a purpose': () => signed(without('session_id')),
  'without a role': () => signed(without('role')),
  'with a greater role': () => signed({ ...claims, role: 'service_role' }),
  'with a role of the database': () => signed({ ...claims, role: 'postgres' }),
  'without a user id': () => signed(without('sub')),
  'with a malformed user id': () => signed({ ...claims, sub: "' or 1=1 --" }),
  'of an unknown session': () => signed({ ...claims, session_id: randomUUID() }),
  'with a malformed session id': () => signed({ ...claims, session_id: 'x' }),
  'signed with another key': () => signed(claims, {}, stranger.privateKey),
  'with another key id': () => signed(claims, { kid: 'other' }),
  'without a key id': () => signed(claims, { kid: undefined as unknown as string }),
  'with its own key in the header': async () => signed(claims, { jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey),
  'with a key URL in the header': () => signed(claims, { jku: 'https://evil.test/jwks.json' }, stranger.privateKey),
  'with an unknown critical header': () =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: kid(), crit: ['x'], x: 1 }).sign(own, { crit: { x: true } }),
  'without an algorithm': () => `${encoded({ alg: 'none', typ: 'JWT', kid: kid() })}.${encoded(claims)}.`,
  'without a signature': () => `${right.split('.').slice(0, 2).join('.')}.`,
  'signed with the public key as a secret': () => {
    const input = `${encoded({ alg: 'HS256', typ: 'JWT', kid: kid() })}.${encoded(claims)}`
    return `${input}.${hmac(input, JSON.stringify(at.tokens.jwks.keys[0]))}`
  },
  'signed with the API key': () => {
    const input = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ ...claims, role: 'service_role' })}`
    return `${input}.${hmac(input, at.keys.publishable)}`
  },
  'with changed claims': () => {
    const [header, , signature] = right.split('.')
    return `${header}.${encoded({ ...claims, role: 'service_role' })}.${signature}`
  },
  'with a changed signature': () => right.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')),
  'that is malformed': () => 'eyJhbGciOiJub25lIn0',
  'that is the secret key': () => at.keys.secret,
}

test.each(Object.keys(forgeries))('a token %s is refused', async (name) => {
  const [user, rest, admin] = await statuses((await forgeries[name]?.()) ?? '')
  expect([user, rest]).toEqual([403, 401])
  expect([401, 403]).toContain(admin)
})

test('the session of a token must belong to its user', async () => {
  const other = await at.signedUp()
  const mixed = await signed({ ...claims, sub: other.user.id })
  expect((await at.send('GET', '/auth/v1/user', undefined, { authorization: `Bearer ${mixed}` })).status).toBe(403)
})

test('refresh tokens, links and codes are refused as access tokens', async () => {
  const { session, email } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email)
  const { tokenHash, code } = await at.mailTo(email)
  for (const token of [session.refresh_token, tokenHash, code]) expect(await statuses(token)).toEqual([403, 401, 401])
})

test('the published key verifies our tokens and contains no private part', async () => {
  const { data, error } = await at.client().auth.getClaims(right)
  expect(error).toBeNull()
  expect(data?.claims.sub).toBe(claims['sub'])
  const published = await (await fetch(`${at.url}/auth/v1/.well-known/jwks.json`)).text()
  expect(JSON.parse(published)).toEqual({
    keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: kid() })],
  })
  expect(published).not.toContain('"d"')
})

test('a generated key is kept, readable only by its owner', async () => {
  const config = { dataDir: temporaryFolder(), jwtSigningKeys: undefined, siteUrl: 'https://example.test' }
  const token = await (await createTokens(config)).sign({ sub: randomUUID(), role: 'authenticated', session_id: randomUUID() }, 60)
  expect(await (await createTokens(config)).verify(token)).toMatchObject({ aud: 'authenticated', iss: 'https://example.test/auth/v1' })
  expect(statSync(join(config.dataDir, 'signing-key.json')).mode & 0o777).toBe(0o600)
  await expect((await createTokens({ ...config, dataDir: temporaryFolder() })).verify(token)).rejects.toThrow(IdentityError)
})

test('after a rotation old tokens stay valid, new ones use the new key, and a second rotation drops the oldest key', async () => {
  const config = { dataDir: temporaryFolder(), jwtSigningKeys: undefined, siteUrl: 'https://example.test' }
  const access = { sub: randomUUID(), role: 'authenticated' as const, session_id: randomUUID() }
  const before = await createTokens(config)
  const old = await before.sign(access, 60)
  await rotateSigningKey(config.dataDir)
  const after = await createTokens(config)
  expect(await after.verify(old)).toMatchObject(access)
  const fresh = await after.sign(access, 60)
  expect(await after.verify(fresh)).toMatchObject(access)
  await expect(before.verify(fresh)).rejects.toThrow('unknown key')
  expect(after.jwks.keys).toHaveLength(2)
  expect(JSON.stringify(after.jwks)).not.toContain('"d"')
  await rotateSigningKey(config.dataDir)
  await expect((await createTokens(config)).verify(old)).rejects.toThrow('unknown key')
})
