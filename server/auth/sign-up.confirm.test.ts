import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' })
})
afterAll(() => at.stop())

const signUp = (email: string, password = PASSWORD) => at.client().auth.signUp({ email, password })
const notConfirmed = { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' }
const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const signIn = (email: string, password = PASSWORD) => refused(at.client().auth.signInWithPassword({ email, password }))

test('a new user gets a mail and no session, and signs in through its link', async () => {
  const email = freshAddress()
  const { data } = await at.client().auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: `${at.url}/welcome?x=1` } })
  expect(data.session).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  expect(data.user?.email_confirmed_at).toBeUndefined()
  const mail = await at.mailTo(email)
  expect(mail.subject).toBe('signup')
  const { status, target, hash } = await at.open(mail.link)
  expect(status).toBe(303)
  expect(`${target.origin}${target.pathname}${target.search}`).toBe(`${at.url}/welcome?x=1`)
  expect(Object.fromEntries(hash)).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600' })
  const { data: found } = await at.client().auth.getUser(hash.get('access_token') ?? '')
  expect(found.user).toMatchObject({ email, identities: [{ identity_data: { email_verified: true } }] })
  expect(await signIn(email)).toBeUndefined()
})

test('an unconfirmed user learns of it only with the right password', async () => {
  const email = freshAddress()
  await signUp(email)
  expect(await signIn(email)).toEqual(notConfirmed)
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
})

test('signing up with a taken address looks the same, except for the empty identities', async () => {
  const email = freshAddress()
  await signUp(email)
  await at.open((await at.mailTo(email)).link)
  const { data: again, error } = await signUp(email, OTHER_PASSWORD)
  const { data: fresh } = await signUp(freshAddress())
  expect(error).toBeNull()
  expect(again.user?.identities).toEqual([])
  expect(Object.keys(again.user ?? {}).toSorted()).toEqual(Object.keys(fresh.user ?? {}).toSorted())
  expect(await at.sql('select from auth.users where id = $1', [again.user?.id])).toHaveLength(0)
  expect(await signIn(email)).toBeUndefined()
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
  expect(await at.mailsTo(email)).toBe(1)
})

test('signing up again with the same password sends a new link, and invalidates the old one', async () => {
  const email = freshAddress()
  await signUp(email)
  const first = await at.mailTo(email)
  await signUp(email)
  const second = await at.mailTo(email)
  expect((await at.open(first.link)).hash.get('error_code')).toBe('otp_expired')
  expect((await at.open(second.link)).hash.get('access_token')).toBeTruthy()
  expect(await signIn(email)).toBeUndefined()
})

test('a stranger who signs up with the same address before or after cannot sign in with their password', async () => {
  const email = freshAddress()
  await signUp(email, OTHER_PASSWORD)
  await at.mailTo(email)
  await signUp(email, PASSWORD)
  const { hash } = await at.open((await at.mailTo(email)).link)
  expect(hash.get('access_token')).toBeTruthy()
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
  expect(await signIn(email, PASSWORD)).toEqual(wrong)
})

test('an abandoned sign-up does not block the next one', async () => {
  const email = freshAddress()
  await signUp(email, OTHER_PASSWORD)
  await at.mailTo(email)
  await at.sql("update auth.users set confirmation_sent_at = now() - interval '61 minutes' where email = $1", [email])
  await signUp(email)
  await at.open((await at.mailTo(email)).link)
  expect(await signIn(email)).toBeUndefined()
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
})

test('a sign-in link confirms the address, but discards the password of an earlier sign-up', async () => {
  const email = freshAddress()
  await signUp(email, OTHER_PASSWORD)
  await at.mailTo(email)
  await at.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const { data } = await at.client().auth.verifyOtp({ type: 'magiclink', token_hash: (await at.mailTo(email)).tokenHash })
  expect(data.session).not.toBeNull()
  expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
})

test('five concurrent sign-ups for one address create one account', async () => {
  const email = freshAddress()
  const tries = await Promise.all(Array.from({ length: 5 }, () => signUp(email)))
  expect(tries.every(({ error }) => error === null)).toBe(true)
  expect(await at.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
})

test('resend sends the confirmation again, with the same answer for every address', async () => {
  const [waiting, confirmed, unknown] = [freshAddress(), freshAddress(), freshAddress()]
  await signUp(waiting)
  await signUp(confirmed)
  await at.mailTo(waiting)
  await at.open((await at.mailTo(confirmed)).link)
  for (const email of [waiting, confirmed, unknown]) {
    const answer = await at.send('POST', '/auth/v1/resend', { type: 'signup', email })
    expect([answer.status, await answer.json()]).toEqual([200, {}])
  }
  expect((await at.mailTo(waiting)).subject).toBe('signup')
  expect([await at.mailsTo(confirmed), await at.mailsTo(unknown)]).toEqual([1, 0])
})

test('resend supports confirmations and address changes only', async () => {
  for (const type of ['invite', 'recovery', 'sms', undefined]) {
    const answer = await at.send('POST', '/auth/v1/resend', { type, email: freshAddress() })
    expect([type, answer.status]).toEqual([type, 400])
  }
})

test('an unconfirmed account made by an admin waits for its confirmation', async () => {
  const email = freshAddress()
  await at.admin().createUser({ email, password: PASSWORD })
  expect(await signIn(email)).toEqual(notConfirmed)
  await at.client().auth.resend({ type: 'signup', email })
  await at.open((await at.mailTo(email)).link)
  expect(await signIn(email)).toBeUndefined()
})
