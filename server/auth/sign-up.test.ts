import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

test('a new user is signed in at once when confirmation is off', async () => {
  const { data, error } = await at.client().auth.signUp({ email: 'Ada@Example.test', password: PASSWORD })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: 'ada@example.test', aud: 'authenticated', role: 'authenticated', is_anonymous: false })
  expect(data.user?.email_confirmed_at).toBeTruthy()
  expect(data.user?.identities?.[0]).toMatchObject({
    provider: 'email',
    // The account counts as confirmed, although nobody has opened a link in its mailbox.
    identity_data: { email: 'ada@example.test', email_verified: false },
  })
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500)
})

test('the token contains the claims that clients rely on', async () => {
  const { session, user } = await at.signedUp()
  expect(claimsOf(session.access_token)).toMatchObject({
    iss: `${at.url}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    sub: user.id,
    email: user.email,
    aal: 'aal1',
    amr: [{ method: 'password' }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
  })
})

test('metadata is stored and returned', async () => {
  const options = { data: { first_name: 'Ayşe', tags: ['a', { b: null }], emoji: '🩺', ['__proto__']: 1 } }
  const { data } = await at.client().auth.signUp({ email: freshAddress(), password: PASSWORD, options })
  expect(data.user?.user_metadata).toMatchObject({ first_name: 'Ayşe', tags: ['a', { b: null }], emoji: '🩺' })
})

test('metadata cannot grant rights', async () => {
  const body = {
    email: freshAddress(),
    password: PASSWORD,
    role: 'service_role',
    aud: 'x',
    app_metadata: { role: 'admin' },
    data: { role: 'service_role' },
  }
  const answer = await at.send('POST', '/auth/v1/signup', body)
  const { user, access_token } = (await answer.json()) as { user: object; access_token: string }
  expect(user).toMatchObject({ role: 'authenticated', aud: 'authenticated', app_metadata: { provider: 'email', providers: ['email'] } })
  expect(claimsOf(access_token)).toMatchObject({ role: 'authenticated', aud: 'authenticated' })
})

test('a taken address is refused in any spelling', async () => {
  const { email } = await at.signedUp()
  const taken = { status: 422, code: 'user_already_exists', message: 'User already registered' }
  for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
    expect(await refused(at.client().auth.signUp({ email: spelling, password: OTHER_PASSWORD }))).toEqual(taken)
  }
  await at.signedIn(email)
})

test('one of ten concurrent sign-ups with the same address succeeds', async () => {
  const email = freshAddress('wanted')
  const tries = await Promise.all(Array.from({ length: 10 }, () => at.client().auth.signUp({ email, password: PASSWORD })))
  expect(tries.filter(({ error }) => !error)).toHaveLength(1)
  expect(new Set(tries.flatMap(({ error }) => error?.message ?? []))).toEqual(new Set(['User already registered']))
  expect(await at.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
})

test.each([
  ['Short1!', ['length']],
  ['alllower1!', ['characters']],
  ['ALLUPPER1!', ['characters']],
  ['NoDigits!!', ['characters']],
  ['NoSymbol11', ['characters']],
  ['Şifre1234!', ['characters']],
  ['With space1!', ['characters']],
  ['weak', ['length', 'characters']],
])('%s is too weak, and the answer lists the missing rules', async (password, reasons) => {
  const { error } = await at.client().auth.signUp({ email: freshAddress(), password })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
})

test.each(['Password1!', 'Qwerty123!', 'Aa1!Aa1!', 'P@ssw0rd', 'Istanbul@2026', 'Welcome!1'])(
  '%s satisfies the rule but is refused as a common password',
  async (password) => {
    const { error } = await at.client().auth.signUp({ email: freshAddress(), password })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  },
)

test.each(['MyPassword1!', 'Password1!x', 'Qwerty123!Kavun'])('%s only contains a common word and is accepted', async (password) => {
  expect((await at.client().auth.signUp({ email: freshAddress(), password })).error).toBeNull()
})

test('a user with an older common password still signs in, and must choose a better one when changing it', async () => {
  const { email, user } = await at.signedUp()
  await at.sql("update auth.users set encrypted_password = extensions.crypt('Password1!', extensions.gen_salt('bf', 10)) where id = $1", [
    user.id,
  ])
  const { client } = await at.signedIn(email, 'Password1!')
  expect((await client.auth.updateUser({ password: 'Qwerty123!' })).error).toMatchObject({ code: 'weak_password' })
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
})

test('a password has at most 72 bytes', async () => {
  const longest = 'Aa1!'.repeat(18)
  const { email } = await at.signedUp(freshAddress(), longest)
  await at.signedIn(email, longest)
  const tooLong = await refused(at.client().auth.signUp({ email: freshAddress(), password: `${longest}x` }))
  expect(tooLong).toEqual({ status: 400, code: 'validation_failed', message: 'Password cannot be longer than 72 characters' })
  expect(await refused(at.client().auth.signInWithPassword({ email, password: `${longest}x` }))).toMatchObject({
    message: 'Invalid login credentials',
  })
})

test.each([
  'nobody',
  'a@b',
  '@example.test',
  'a@example..test',
  'a@-example.test',
  'a b@example.test',
  'a@exam ple.test',
  'a@example.test\r\nBcc: b@example.test',
  '"a"@example.test',
  'a@b@example.test',
  'ada@exämple.test',
  '\u212Aate@example.test',
  'ａda@example.test',
  'a,b@example.test',
  '<a@example.test>',
  `${'a'.repeat(65)}@example.test`,
  `a@${'a'.repeat(64)}.test`,
  `a@${'abcdefgh.'.repeat(30)}test`,
])('%j is not a valid address', async (email) => {
  expect(await refused(at.client().auth.signUp({ email, password: PASSWORD }))).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: 'Unable to validate email address: invalid format',
  })
})

test.each([
  ['nothing', '', 422],
  ['malformed JSON', '{"email":', 400],
  ['an array', '[1,2]', 400],
  ['a string', '"hello"', 400],
  ['null', 'null', 400],
  ['a number for a password', { email: 'x@example.test', password: 12345678 }, 400],
  ['an object for an address', { email: { $ne: '' }, password: PASSWORD }, 400],
  ['an array for metadata', { email: 'x@example.test', password: PASSWORD, data: [1] }, 400],
  ['NUL in a password', { email: 'x@example.test', password: `${PASSWORD}\0` }, 400],
  ['NUL in an address', { email: 'x\0@example.test', password: PASSWORD }, 400],
  ['NUL in metadata', { email: 'x@example.test', password: PASSWORD, data: { a: 'b\0' } }, 400],
  ['a lone surrogate in metadata', '{"email":"x@example.test","password":"Correct1Horse!","data":{"a":"\\ud83d"}}', 400],
  ['a lone surrogate in a key', '{"email":"x@example.test","password":"Correct1Horse!","data":{"\\udc00":1}}', 400],
  [
    'deeply nested metadata',
    `{"email":"x@example.test","password":"Correct1Horse!","data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    400,
  ],
  ['too much metadata', { email: 'x@example.test', password: PASSWORD, data: { a: 'x'.repeat(20_000) } }, 400],
])('%s is refused with a client error', async (_, body, status) => {
  const response = await at.send('POST', '/auth/v1/signup', body)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error_code: expect.any(String), msg: expect.any(String) })
})

test('an oversized body is cut off, with or without a content-length', async () => {
  const huge = JSON.stringify({ email: 'x@example.test', password: PASSWORD, data: { a: 'x'.repeat(5_000_000) } })
  const outcome = (request: Promise<Response>) => request.then(({ status }) => status).catch(() => 413)
  expect(await outcome(at.send('POST', '/auth/v1/signup', huge))).toBe(413)
  const unmeasured = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(huge)),
    pull: (controller) => controller.close(),
  })
  const request = { method: 'POST', headers: { apikey: at.keys.publishable }, body: unmeasured, duplex: 'half' } as RequestInit
  expect(await outcome(fetch(`${at.url}/auth/v1/signup`, request))).toBe(413)
  await at.signedUp()
})

test('signing up without e-mail and password is not supported', async () => {
  expect(await refused(at.client().auth.signInAnonymously())).toMatchObject({ message: 'Anonymous sign-ins are disabled' })
})
