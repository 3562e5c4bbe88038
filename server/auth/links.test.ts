import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, freshAddress, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const linkExpired = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' }
const codeExpired = { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' }
const askForLink = (email: string) => at.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
const byHash = (type: 'magiclink' | 'recovery' | 'signup' | 'email', token_hash: string) => at.client().auth.verifyOtp({ type, token_hash })
const byCode = (type: 'magiclink' | 'recovery' | 'signup' | 'email', email: string, token: string) =>
  at.client().auth.verifyOtp({ type, email, token })

test('known and unknown addresses get the same answer, but only a known one gets a mail', async () => {
  const { email } = await at.signedUp()
  const unknown = freshAddress()
  for (const path of ['otp', 'recover']) {
    const answers = await Promise.all(
      [email, unknown].map(async (each) => {
        const response = await at.send('POST', `/auth/v1/${path}`, { email: each, create_user: false })
        return { status: response.status, body: await response.text() }
      }),
    )
    expect(answers).toEqual([
      { status: 200, body: '{}' },
      { status: 200, body: '{}' },
    ])
    await at.mailTo(email)
  }
  expect(await at.mailsTo(unknown)).toBe(0)
  expect(await at.sql('select from auth.users where email = $1', [unknown])).toHaveLength(0)
})

test('asking for a link can create an account, and opening it confirms the address', async () => {
  const email = freshAddress()
  await at.client().auth.signInWithOtp({ email, options: { data: { first_name: 'Bo' } } })
  const { link } = await at.mailTo(email)
  expect(await at.sql('select email_confirmed_at from auth.users where email = $1', [email])).toEqual([{ email_confirmed_at: null }])
  const { hash } = await at.open(link)
  const { data } = await at.client().auth.getUser(hash.get('access_token') ?? '')
  expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Bo' }, email_confirmed_at: expect.any(String) })
})

test('a link redirects to the site with the session in the hash', async () => {
  const { email, user } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email, { redirectTo: `${at.url}/profile` })
  const mail = await at.mailTo(email)
  const response = await fetch(mail.link, { redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('set-cookie')).toBeNull()
  const [before, hash] = (response.headers.get('location') ?? '').split('#')
  expect(before).toBe(`${at.url}/profile`)
  const fields = Object.fromEntries(new URLSearchParams(hash))
  expect(fields).toMatchObject({
    type: 'recovery',
    token_type: 'bearer',
    refresh_token: expect.any(String),
    expires_at: expect.any(String),
  })
  expect(claimsOf(fields['access_token'] ?? '')).toMatchObject({ sub: user.id, amr: [{ method: 'recovery' }] })
})

test('the client signs in by code and by token hash', async () => {
  const { email } = await at.signedUp()
  await askForLink(email)
  const first = await at.mailTo(email)
  expect(first.code).toMatch(/^\d{6}$/)
  expect((await byCode('email', email.toUpperCase(), first.code)).data.user?.email).toBe(email)
  await askForLink(email)
  expect((await byHash('email', (await at.mailTo(email)).tokenHash)).data.session).not.toBeNull()
})

test('a link works once, and using it invalidates its code', async () => {
  const { email } = await at.signedUp()
  await askForLink(email)
  const { tokenHash, code, link } = await at.mailTo(email)
  expect((await byHash('magiclink', tokenHash)).error).toBeNull()
  expect(await refused(byHash('magiclink', tokenHash))).toEqual(linkExpired)
  expect(await refused(byCode('magiclink', email, code))).toEqual(codeExpired)
  const { status, target, hash } = await at.open(link)
  expect([status, target.pathname]).toEqual([303, '/'])
  expect(Object.fromEntries(hash)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
})

test('a code works once, and using it invalidates its link', async () => {
  const { email } = await at.signedUp()
  await askForLink(email)
  const { tokenHash, code } = await at.mailTo(email)
  expect((await byCode('magiclink', email, code)).error).toBeNull()
  expect(await refused(byCode('magiclink', email, code))).toEqual(codeExpired)
  expect(await refused(byHash('magiclink', tokenHash))).toEqual(linkExpired)
})

test('exactly one of ten concurrent uses of a link or code gets a session', async () => {
  const { email } = await at.signedUp()
  for (const redeem of [
    (mail: { tokenHash: string; code: string }) => byHash('magiclink', mail.tokenHash),
    (mail: { tokenHash: string; code: string }) => byCode('magiclink', email, mail.code),
  ]) {
    await askForLink(email)
    const mail = await at.mailTo(email)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => redeem(mail)))
    expect(outcomes.filter(({ data }) => data.session)).toHaveLength(1)
  }
})

test('links and codes expire after an hour', async () => {
  const { email, user } = await at.signedUp()
  const later = async (minutes: number) => {
    await at.sql('update auth.one_time_tokens set created_at = created_at - make_interval(mins => $2) where user_id = $1', [
      user.id,
      minutes,
    ])
    await at.sql('update auth.users set recovery_sent_at = recovery_sent_at - make_interval(mins => $2) where id = $1', [user.id, minutes])
  }
  await askForLink(email)
  const late = await at.mailTo(email)
  await later(61)
  expect(await refused(byHash('magiclink', late.tokenHash))).toEqual(linkExpired)
  expect(await refused(byCode('magiclink', email, late.code))).toEqual(codeExpired)
  await askForLink(email)
  const inTime = await at.mailTo(email)
  await later(59)
  expect((await byCode('magiclink', email, inTime.code)).error).toBeNull()
})

test('links and codes cannot be used for another purpose', async () => {
  const { email } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email)
  const recovery = await at.mailTo(email)
  for (const type of ['signup', 'magiclink', 'email'] as const) {
    expect(await refused(byHash(type, recovery.tokenHash))).toEqual(linkExpired)
    expect(await refused(byCode(type, email, recovery.code))).toEqual(codeExpired)
  }
  expect((await byHash('recovery', recovery.tokenHash)).error).toBeNull()

  await at.client().auth.signInWithOtp({ email })
  const magic = await at.mailTo(email)
  for (const type of ['signup', 'recovery'] as const) expect(await refused(byHash(type, magic.tokenHash))).toEqual(linkExpired)

  const unconfirmed = freshAddress()
  await at.admin().createUser({ email: unconfirmed })
  await at.client().auth.resend({ type: 'signup', email: unconfirmed })
  const signup = await at.mailTo(unconfirmed)
  for (const type of ['recovery', 'magiclink'] as const) expect(await refused(byHash(type, signup.tokenHash))).toEqual(linkExpired)
  expect((await byHash('email', signup.tokenHash)).error).toBeNull()
})

test('a code works only for the person it was sent to', async () => {
  const [ada, bo] = [await at.signedUp(), await at.signedUp()]
  await askForLink(ada.email)
  const { code, tokenHash } = await at.mailTo(ada.email)
  await askForLink(bo.email)
  const other = await at.mailTo(bo.email)
  // Two random codes are equal once in a million runs.
  const attempts = [code, tokenHash].filter((each) => each !== other.code).map((each) => refused(byCode('magiclink', bo.email, each)))
  for (const outcome of await Promise.all(attempts)) expect(outcome).toEqual(codeExpired)
  expect(await refused(byCode('magiclink', freshAddress(), code))).toEqual(codeExpired)
})

test('a new link invalidates the older one', async () => {
  const { email } = await at.signedUp()
  await askForLink(email)
  const older = await at.mailTo(email)
  await askForLink(email)
  const newer = await at.mailTo(email)
  expect(await refused(byHash('magiclink', older.tokenHash))).toEqual(linkExpired)
  expect((await byHash('magiclink', newer.tokenHash)).error).toBeNull()
})

test('a password change invalidates all links sent before', async () => {
  const { email, client } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email)
  const { tokenHash, code } = await at.mailTo(email)
  expect((await client.auth.updateUser({ password: 'Another3Word!' })).error).toBeNull()
  expect(await refused(byHash('recovery', tokenHash))).toEqual(linkExpired)
  expect(await refused(byCode('recovery', email, code))).toEqual(codeExpired)
})

test('a HEAD request for a link does not use it up', async () => {
  const { email } = await at.signedUp()
  await askForLink(email)
  const { link } = await at.mailTo(email)
  await fetch(link, { method: 'HEAD', redirect: 'manual' })
  expect((await at.open(link)).hash.get('access_token')).toBeTruthy()
})

test('an unknown link type is reported in the hash', async () => {
  for (const type of ['', 'phone_change', 'constructor']) {
    const { status, hash } = await at.open(`${at.url}/auth/v1/verify?token=x&type=${type}`)
    expect([status, hash.get('error'), hash.get('error_code')]).toEqual([303, 'invalid_request', 'validation_failed'])
  }
  expect((await at.open(`${at.url}/auth/v1/verify?type=signup`)).hash.get('error_code')).toBe('otp_expired')
})

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'https://SITE@evil.test',
  'http://SITE@evil.test/',
  'http://SITE.evil.test',
  'http://evil.test#SITE',
  'http://evil.test\\@SITE',
  'http://user:pass@SITE/',
  'https://SITE/',
  'javascript:alert(1)//SITE',
  'data:text/html,SITE',
  'blob:http://SITE/x',
  'http:evil.test',
  'http://SITE:1/',
  'SITE',
])('a link does not redirect to %s', async (attempt) => {
  const redirect = attempt.replace('SITE', new URL(at.url).host)
  const { target } = await at.open(
    `${at.url}/auth/v1/verify?${new URLSearchParams({ token: 'x', type: 'signup', redirect_to: redirect }).toString()}`,
  )
  expect(`${target.origin}${target.pathname}`).toBe(`${at.url}/`)
})

test('a link redirects to any page of the site, and to no other site', async () => {
  const lead = async (redirect: string) => {
    const { target } = await at.open(
      `${at.url}/auth/v1/verify?${new URLSearchParams({ token: 'x', type: 'signup', redirect_to: redirect }).toString()}`,
    )
    return target.href.split('#')[0]
  }
  expect(await lead(`${at.url}/ş?a=ü#old`)).toBe(`${at.url}/%C5%9F?a=%C3%BC`)
  expect(await lead(`${at.url}/a\r\nset-cookie: x=1`)).toBe(`${at.url}/aset-cookie:%20x=1`)
  expect(await lead(`${at.url}\\@evil.test/`)).toBe(`${at.url}/@evil.test/`)
})
