import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

test('every request needs an API key, in a header or in the query', async () => {
  const settings = `${at.url}/auth/v1/settings`
  const none = await fetch(settings)
  expect([none.status, await none.json()]).toEqual([401, { message: 'No API key found in request' }])
  const wrong = await fetch(settings, { headers: { apikey: 'sb_publishable_wrong' } })
  expect([wrong.status, await wrong.json()]).toEqual([401, { message: 'Invalid API key' }])
  expect((await fetch(settings, { headers: { apikey: at.keys.publishable } })).status).toBe(200)
  expect((await fetch(`${settings}?apikey=${at.keys.publishable}`)).status).toBe(200)
  for (const path of ['signup', 'token?grant_type=password', 'otp', 'recover', 'user', 'logout', 'admin/users']) {
    expect((await fetch(`${at.url}/auth/v1/${path}`, { method: 'POST', body: '{}' })).status).toBe(401)
  }
})

test('links, public keys and health need no API key', async () => {
  for (const path of ['health', '.well-known/jwks.json']) expect((await fetch(`${at.url}/auth/v1/${path}`)).status).toBe(200)
  expect((await fetch(`${at.url}/auth/v1/verify`, { redirect: 'manual' })).status).toBe(303)
})

test('settings list the enabled sign-in methods', async () => {
  expect(await (await at.send('GET', '/auth/v1/settings')).json()).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    saml_enabled: false,
  })
  const confirming = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' })
  expect(await (await confirming.send('GET', '/auth/v1/settings')).json()).toMatchObject({ mailer_autoconfirm: false })
  await confirming.stop()
})

test('answers are not cached, set no cookie and are not HTML', async () => {
  for (const path of ['settings', 'user', 'nowhere']) {
    const { headers } = await at.send('GET', `/auth/v1/${path}`)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('preflight requests from other origins are answered', async () => {
  const { status, headers } = await fetch(`${at.url}/auth/v1/token`, { method: 'OPTIONS' })
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-headers')).toContain('apikey')
})

test('unknown paths and methods are rejected', async () => {
  for (const [method, path] of [
    ['GET', 'nowhere'],
    ['DELETE', 'user'],
    ['GET', 'token'],
    ['POST', '__proto__'],
    ['GET', 'verify/../admin'],
    ['GET', '%2e%2e/healthz'],
  ] as const) {
    expect((await at.send(method, `/auth/v1/${path}`)).status).not.toBe(200)
  }
})

test.each([
  ['single sign-on', 'POST', 'sso', { domain: 'example.test' }, 404, 'saml_provider_disabled'],
  ['linking identities', 'GET', 'user/identities/authorize?provider=github', undefined, 404, 'manual_linking_disabled'],
  ['a token of another provider', 'POST', 'token?grant_type=id_token', { provider: 'google' }, 400, 'provider_disabled'],
  ['a wallet', 'POST', 'token?grant_type=web3', { chain: 'solana' }, 422, 'web3_provider_disabled'],
  ['a phone number at sign-up', 'POST', 'signup', { phone: '+900000000', password: 'Secret-123' }, 400, 'phone_provider_disabled'],
  ['a phone number for a code', 'POST', 'otp', { phone: '+900000000' }, 400, 'phone_provider_disabled'],
] as const)('%s is answered as not supported', async (_what, method, path, body, status, code) => {
  const response = await at.send(method, `/auth/v1/${path}`, body)
  expect([response.status, await response.json()]).toEqual([
    status,
    { code: status, error_code: code, msg: expect.stringMatching(/ is not supported by this server$/) },
  ])
})

test('a sign-in through an external provider is answered as not supported', async () => {
  const response = await fetch(`${at.url}/auth/v1/authorize?provider=google`)
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'oauth_provider_not_supported' }])
})

test('OAuth server endpoints are answered as not supported, after the key was checked', async () => {
  const list = (key: string) => fetch(`${at.url}/auth/v1/admin/oauth/clients`, { headers: { apikey: key } })
  expect((await list(at.keys.publishable)).status).toBe(403)
  expect(await (await list(at.keys.secret)).json()).toMatchObject({ error_code: 'feature_disabled' })
})

test('errors have the shape of the requested API version', async () => {
  const body = { email: 'x', password: 'y' }
  const older = await at.send('POST', '/auth/v1/token?grant_type=password', body)
  expect(await older.json()).toEqual({ code: 400, error_code: 'validation_failed', msg: expect.any(String) })
  const newer = await at.send('POST', '/auth/v1/token?grant_type=password', body, { 'x-supabase-api-version': '2024-01-01' })
  expect(await newer.json()).toEqual({ code: 'validation_failed', message: expect.any(String) })
  expect(newer.headers.get('x-sb-error-code')).toBe('validation_failed')
})
