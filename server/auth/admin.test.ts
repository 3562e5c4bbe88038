import { hash } from 'bcrypt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const nobody = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66'

test('only the secret key may use the admin endpoints', async () => {
  const { session, user } = await at.signedUp()
  const people: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${at.keys.publishable}` },
    { authorization: `Bearer ${session.access_token}` },
    { apikey: at.keys.secret, authorization: `Bearer ${session.access_token}` },
  ]
  for (const headers of people) {
    for (const [method, path] of [
      ['GET', 'users'],
      ['POST', 'users'],
      ['GET', `users/${user.id}`],
      ['PUT', `users/${user.id}`],
      ['DELETE', `users/${user.id}`],
    ] as const) {
      const answer = await at.send(method, `/auth/v1/admin/${path}`, method === 'GET' ? undefined : {}, headers)
      expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ error_code: 'not_admin' })])
    }
  }
  const stranger = await at.send('GET', '/auth/v1/admin/users', undefined, { authorization: `Bearer ${at.keys.secret}` })
  expect(stranger.status).toBe(401)
  expect(await at.sql('select from auth.users where id = $1', [user.id])).toHaveLength(1)
})

test('the secret key creates, reads, updates and deletes an account', async () => {
  const email = freshAddress()
  const { data: made } = await at.admin().createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: 'Ada' },
    app_metadata: { level: 3 },
  })
  const id = made.user?.id ?? ''
  expect(made.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' }, app_metadata: { provider: 'email', level: 3 } })
  const { session } = await at.signedIn(email)
  expect((await at.admin().getUserById(id)).data.user?.email).toBe(email)
  const { data: changed } = await at.admin().updateUserById(id, { password: OTHER_PASSWORD, user_metadata: { last_name: 'L' } })
  expect(changed.user?.user_metadata).toEqual({ first_name: 'Ada', last_name: 'L' })
  expect((await at.client().auth.getUser(session.access_token)).error).not.toBeNull()
  await at.signedIn(email, OTHER_PASSWORD)
  expect((await at.admin().deleteUser(id)).error).toBeNull()
  for (const table of ['users where id', 'sessions where user_id', 'identities where user_id']) {
    expect(await at.sql(`select from auth.${table} = $1`, [id])).toHaveLength(0)
  }
  expect(await refused(at.admin().getUserById(id))).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('an account gets the requested id, and a second one with that id is refused', async () => {
  const id = crypto.randomUUID()
  const { data } = await at.admin().createUser({ id, email: freshAddress(), password: PASSWORD, email_confirm: true })
  expect(data.user?.id).toBe(id)
  expect(await refused(at.admin().createUser({ id, email: freshAddress() }))).toMatchObject({ status: 422, code: 'user_already_exists' })
  expect(await refused(at.admin().createUser({ id: 'x', email: freshAddress() }))).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('an imported account keeps the bcrypt hash of its password', async () => {
  const email = freshAddress()
  const password_hash = await hash(PASSWORD, 4)
  const { data } = await at.admin().createUser({ email, password_hash, email_confirm: true })
  expect(data.user?.email).toBe(email)
  expect((await at.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  expect((await at.client().auth.signInWithPassword({ email, password: OTHER_PASSWORD })).error?.code).toBe('invalid_credentials')
  for (const wrong of [
    { password_hash: '$argon2id$v=19$m=16,t=2,p=1$c2FsdHNhbHQ$aGFzaA' },
    { password_hash: password_hash.replace('$04$', '$31$') },
    { password_hash: 'Story1234!' },
    { password_hash, password: PASSWORD },
  ]) {
    const { error } = await at.admin().createUser({ email: freshAddress(), ...wrong })
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed'])
  }
})

test('an account whose address was changed is found only under the new one', async () => {
  const { email, user } = await at.signedUp()
  await at.client().auth.resetPasswordForEmail(email)
  const { tokenHash } = await at.mailTo(email)
  const next = freshAddress()
  const { data } = await at.admin().updateUserById(user.id, { email: next.toUpperCase() })
  expect(data.user).toMatchObject({ email: next, identities: [{ identity_data: { email: next } }] })
  expect(await refused(at.client().auth.signInWithPassword({ email, password: PASSWORD }))).toMatchObject({ status: 400 })
  expect(await refused(at.client().auth.verifyOtp({ type: 'recovery', token_hash: tokenHash }))).toMatchObject({ code: 'otp_expired' })
  await at.signedIn(next)
  const other = await at.signedUp()
  expect(await refused(at.admin().updateUserById(user.id, { email: other.email }))).toMatchObject({ status: 422, code: 'email_exists' })
})

test('a soft-deleted account keeps no address or name and cannot sign in', async () => {
  const { email, user } = await at.signedUp()
  await at.admin().updateUserById(user.id, { user_metadata: { first_name: 'Ada' } })
  expect((await at.admin().deleteUser(user.id, true)).error).toBeNull()
  const [row] = await at.sql<{ text: string }>('select u::text as text from auth.users u where id = $1', [user.id])
  expect(row?.text).not.toMatch(new RegExp(`${email}|Ada|\\$2`))
  expect(await refused(at.admin().getUserById(user.id))).toMatchObject({ status: 404 })
  await at.signedUp(email)
})

test('people are listed in pages', async () => {
  for (let n = 0; n < 3; n++) await at.admin().createUser({ email: freshAddress(), email_confirm: true })
  const { data } = await at.admin().listUsers({ page: 1, perPage: 2 })
  expect(data.users).toHaveLength(2)
  expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) })
  expect(await refused(at.admin().listUsers({ page: -1, perPage: 10 }))).toMatchObject({ status: 400 })
})

test('unsupported admin endpoints answer 404', async () => {
  const answer = await at.send('GET', '/auth/v1/admin/sso/providers', undefined, {
    apikey: at.keys.secret,
    authorization: `Bearer ${at.keys.secret}`,
  })
  expect(answer.status).toBe(404)
})

test.each([
  ['a taken address', () => at.signedUp().then(({ email }) => at.admin().createUser({ email })), 422],
  ['an invalid address', () => at.admin().createUser({ email: 'xx:;x@x.x' }), 400],
  ['a weak password', () => at.admin().createUser({ email: freshAddress(), password: 'weak' }), 422],
  ['nobody', () => at.admin().updateUserById(nobody, { password: PASSWORD }), 404],
  ['deleting an unknown user', () => at.admin().deleteUser(nobody), 404],
  ['an invalid ban', () => at.signedUp().then(({ user }) => at.admin().updateUserById(user.id, { ban_duration: 'for ever' })), 400],
])('%s is refused', async (_, attempt, status) => {
  expect(await refused(attempt())).toMatchObject({ status })
})

test('a refused deletion reports the reason: referencing rows, or an error of the project', async () => {
  const [keeper, chief] = [await at.signedUp(), await at.signedUp()]
  await at.sql('create table public.ledger (owner_id uuid references auth.users (id) on delete restrict)')
  await at.sql('insert into public.ledger values ($1)', [keeper.user.id])
  await at.sql(`create function public.keep_chief() returns trigger language plpgsql as
    $$ begin if old.email = '${chief.email}' then raise exception 'chief_stays'; end if; return coalesce(new, old); end $$`)
  await at.sql(
    'create trigger keep_chief before delete or update of deleted_at on auth.users for each row execute function public.keep_chief()',
  )
  const conflict = { status: 409, code: 'conflict' }
  expect(await refused(at.admin().deleteUser(keeper.user.id))).toEqual({
    ...conflict,
    message: 'User cannot be deleted: still referenced by ledger',
  })
  for (const isSoft of [false, true])
    expect(await refused(at.admin().deleteUser(chief.user.id, isSoft))).toEqual({
      ...conflict,
      message: 'User cannot be deleted: chief_stays',
    })
  await at.signedIn(keeper.email)
  await at.signedIn(chief.email)
  await at.sql('drop trigger keep_chief on auth.users')
})
