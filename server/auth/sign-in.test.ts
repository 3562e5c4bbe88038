import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const banned = { status: 400, code: 'user_banned', message: 'User is banned' }
const signIn = (email: string, password = PASSWORD) => refused(at.client().auth.signInWithPassword({ email, password }))

test('the right password opens a session, with any capitalization of the address', async () => {
  const { email, user } = await at.signedUp()
  const { session } = await at.signedIn(email.toUpperCase())
  expect(session.user).toMatchObject({ id: user.id, last_sign_in_at: expect.any(String) })
})

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await at.signedUp()
  const answers = await Promise.all(
    [email, freshAddress()].map(async (each) => {
      const response = await at.send('POST', '/auth/v1/token?grant_type=password', { email: each, password: OTHER_PASSWORD })
      const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
      return { status: response.status, headers, body: await response.text() }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]).toMatchObject({ status: 400, body: JSON.stringify({ code: 400, error_code: wrong.code, msg: wrong.message }) })
})

test('an account without a password refuses every password', async () => {
  const email = freshAddress()
  await at.admin().createUser({ email, email_confirm: true })
  for (const password of ['', ' ', 'nobody has this password', PASSWORD]) expect(await signIn(email, password)).toEqual(wrong)
})

test('every byte of a password is compared', async () => {
  const { email } = await at.signedUp()
  for (const password of [PASSWORD.toLowerCase(), `${PASSWORD} `, PASSWORD.slice(0, -1), ''])
    expect(await signIn(email, password)).toEqual(wrong)
})

test('a password set before the current rule still works', async () => {
  const { email } = await at.signedUp()
  await at.sql("update auth.users set encrypted_password = extensions.crypt('old', extensions.gen_salt('bf', 4)) where email = $1", [email])
  expect(await signIn(email, 'old')).toBeUndefined()
})

test('a banned user cannot sign in, and learns of the ban only with the right password', async () => {
  const { email, user, client, session } = await at.signedUp()
  await at.admin().updateUserById(user.id, { ban_duration: '1h' })
  expect(await signIn(email)).toEqual(banned)
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
  expect((await client.auth.getUser(session.access_token)).error).toMatchObject({ name: 'AuthSessionMissingError' })
  expect(await refused(client.auth.refreshSession({ refresh_token: session.refresh_token }))).toMatchObject({ status: 400 })
  await at.admin().updateUserById(user.id, { ban_duration: 'none' })
  expect(await signIn(email)).toBeUndefined()
})

test('a link does not sign in a banned user', async () => {
  const { email, user } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email)
  const { tokenHash } = await at.mailTo(email)
  await at.admin().updateUserById(user.id, { ban_duration: '1h' })
  expect(await refused(at.client().auth.verifyOtp({ type: 'recovery', token_hash: tokenHash }))).toEqual(banned)
  await at.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  expect(await at.mailsTo(email)).toBe(1)
})

test.each([true, false])('a deleted account cannot sign in (soft: %s)', async (isSoft) => {
  const { email, user, client, session } = await at.signedUp()
  await at.admin().deleteUser(user.id, isSoft)
  expect(await signIn(email)).toEqual(wrong)
  expect((await client.auth.getUser(session.access_token)).error).toMatchObject({ status: 403 })
  expect(await refused(client.auth.refreshSession({ refresh_token: session.refresh_token }))).toMatchObject({
    code: 'refresh_token_not_found',
  })
  const rest = await at.send('GET', '/rest/v1/notes', undefined, { authorization: `Bearer ${session.access_token}` })
  expect(rest.status).toBe(401)
})

test('a password change during a sign-in leaves no session behind', async () => {
  const { email, client } = await at.signedUp()
  const attempts = Array.from({ length: 6 }, () => at.client().auth.signInWithPassword({ email, password: PASSWORD }))
  const [change, ...outcomes] = await Promise.all([client.auth.updateUser({ password: OTHER_PASSWORD }), ...attempts])
  expect(change.error).toBeNull()
  const opened = outcomes.flatMap(({ data }) => data.session ?? [])
  for (const { access_token } of opened) expect((await at.client().auth.getUser(access_token)).error).not.toBeNull()
  expect(await at.sql('select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1', [email])).toHaveLength(1)
})

test('an unknown grant type is refused', async () => {
  for (const grant of ['', 'constructor']) {
    const response = await at.send('POST', `/auth/v1/token?grant_type=${grant}`, { email: 'a@example.test', password: PASSWORD })
    expect(await response.json()).toMatchObject({ code: 400, msg: 'unsupported_grant_type' })
  }
})
