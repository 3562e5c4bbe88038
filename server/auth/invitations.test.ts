import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' })
})
afterAll(() => at.stop())

const emailExists = { status: 422, code: 'email_exists', message: 'A user with this email address has already been registered' }
const wrong = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
const signIn = (email: string, password: string) => refused(at.client().auth.signInWithPassword({ email, password }))
const invite = (email: string, data: object = {}) => at.admin().inviteUserByEmail(email, { data, redirectTo: `${at.url}/welcome` })
const age = (email: string, time: string) =>
  at.sql(
    `with person as (update auth.users set confirmation_sent_at = now() - $2::interval where email = $1 returning id)
     update auth.one_time_tokens set created_at = (now() at time zone 'UTC') - $2::interval where user_id = (select id from person)`,
    [email, time],
  )
const confirmed = async (email = freshAddress()) => {
  await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
  return email
}

test('only the secret key can send invitations and generate links', async () => {
  const email = await confirmed()
  const { session } = await at.signedIn(email)
  for (const authorization of [undefined, `Bearer ${at.keys.publishable}`, `Bearer ${session.access_token}`]) {
    for (const path of ['invite', 'admin/generate_link']) {
      const body = { type: 'magiclink', email }
      const answer = await at.send('POST', `/auth/v1/${path}`, body, authorization ? { authorization } : {})
      expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ error_code: 'not_admin' })])
    }
  }
})

describe('an invitation', () => {
  test('makes an account without a password, and its link opens a session that may set one', async () => {
    const email = freshAddress()
    const { data, error } = await invite(email, { first_name: 'Ada' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, user_metadata: { first_name: 'Ada' }, invited_at: expect.any(String) })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    const mail = await at.mailTo(email)
    expect(mail.subject).toBe('invite')
    const { target, hash } = await at.open(mail.link)
    expect([`${target.origin}${target.pathname}`, hash.get('type')]).toEqual([`${at.url}/welcome`, 'invite'])
    const token = hash.get('access_token') ?? ''
    expect(claimsOf(token)).toMatchObject({ email, aal: 'aal1', amr: [{ method: 'invite' }] })
    const answer = await at.send('PUT', '/auth/v1/user', { password: PASSWORD }, { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(200)
    expect(await signIn(email, PASSWORD)).toBeUndefined()
  })

  test('works once, even when two requests open it at the same time', async () => {
    const email = freshAddress()
    await invite(email)
    const { link } = await at.mailTo(email)
    const opened = await Promise.all([at.open(link), at.open(link), at.open(link)])
    expect(opened.filter(({ hash }) => hash.has('access_token'))).toHaveLength(1)
    expect((await at.open(link)).hash.get('error_code')).toBe('otp_expired')
  })

  test('works by token hash for 72 hours, and by code for one hour', async () => {
    const [early, late] = [freshAddress(), freshAddress()]
    for (const email of [early, late]) await invite(email)
    const [first, second] = [await at.mailTo(early), await at.mailTo(late)]
    await age(early, '71 hours 59 minutes')
    await age(late, '72 hours 1 minute')
    const byCode = at.client().auth.verifyOtp({ type: 'invite', email: early, token: first.code })
    expect(await refused(byCode)).toMatchObject({ code: 'otp_expired' })
    const { data } = await at.client().auth.verifyOtp({ type: 'invite', token_hash: first.tokenHash })
    expect(data.user?.email).toBe(early)
    expect((await at.open(second.link)).hash.get('error_code')).toBe('otp_expired')
  })

  test('can be sent again, and then only the newest link works', async () => {
    const email = freshAddress()
    await invite(email)
    const first = await at.mailTo(email)
    await invite(email)
    const second = await at.mailTo(email)
    expect((await at.open(first.link)).hash.get('error_code')).toBe('otp_expired')
    expect((await at.open(second.link)).hash.has('access_token')).toBe(true)
    expect(await refused(invite(email))).toEqual(emailExists)
  })

  test('cannot be redeemed as another kind of link, nor another link as an invitation', async () => {
    const email = freshAddress()
    await invite(email)
    const { tokenHash, link } = await at.mailTo(email)
    for (const type of ['signup', 'magiclink', 'recovery', 'email'] as const)
      expect(await refused(at.client().auth.verifyOtp({ type, token_hash: tokenHash }))).toMatchObject({ code: 'otp_expired' })
    expect((await at.open(link)).hash.has('access_token')).toBe(true)
  })

  test('discards the password of an earlier sign-up with the address', async () => {
    const email = freshAddress()
    await at.client().auth.signUp({ email, password: OTHER_PASSWORD, options: { data: { first_name: 'Mallory' } } })
    const theirs = await at.mailTo(email)
    await invite(email, { first_name: 'Ada' })
    const ours = await at.mailTo(email)
    expect((await at.open(theirs.link)).hash.get('error_code')).toBe('otp_expired')
    const { hash } = await at.open(ours.link)
    const { data } = await at.client().auth.getUser(hash.get('access_token') ?? '')
    expect(data.user?.user_metadata).toEqual({ first_name: 'Ada' })
    expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
  })

  test('survives a later sign-up with the address, and does not take over its password', async () => {
    const email = freshAddress()
    await invite(email)
    await at.mailTo(email)
    await at.client().auth.signUp({ email, password: OTHER_PASSWORD })
    const renewed = await at.mailTo(email)
    expect(renewed.subject).toBe('invite')
    await at.client().auth.resend({ type: 'signup', email })
    const again = await at.mailTo(email)
    expect(again.subject).toBe('invite')
    expect((await at.open(again.link)).hash.has('access_token')).toBe(true)
    expect(await signIn(email, OTHER_PASSWORD)).toEqual(wrong)
  })

  test('is refused for an address with an account and for an invalid address', async () => {
    expect(await refused(invite(await confirmed()))).toEqual(emailExists)
    expect(await refused(invite('nobody'))).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('redirects only to the site', async () => {
    const email = freshAddress()
    await at.admin().inviteUserByEmail(email, { redirectTo: 'https://elsewhere.example/' })
    expect((await at.open((await at.mailTo(email)).link)).target.origin).toBe(at.url)
  })
})

describe('a generated link', () => {
  test.each(['signup', 'invite', 'magiclink', 'recovery'] as const)('signs in with type %s, and sends no mail', async (type) => {
    const email = type === 'signup' || type === 'invite' ? freshAddress() : await confirmed()
    const options = { redirectTo: `${at.url}/x` }
    const { data, error } = await at
      .admin()
      .generateLink(type === 'signup' ? { type, email, password: PASSWORD, options } : { type, email, options })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
    expect(data.properties).toMatchObject({
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.any(String),
      redirect_to: `${at.url}/x`,
      verification_type: type,
    })
    const { target, hash } = await at.open(data.properties?.action_link ?? '')
    expect([target.pathname, hash.get('type'), hash.has('access_token')]).toEqual(['/x', type, true])
    expect((await at.open(data.properties?.action_link ?? '')).hash.get('error_code')).toBe('otp_expired')
    expect(await at.mailsTo(email)).toBe(0)
  })

  test('confirms the password that came with a sign-up', async () => {
    const email = freshAddress()
    const { data } = await at.admin().generateLink({ type: 'signup', email, password: PASSWORD })
    await at.open(data.properties?.action_link ?? '')
    expect(await signIn(email, PASSWORD)).toBeUndefined()
  })

  test('can be redeemed by its hash and by its code', async () => {
    const email = await confirmed()
    const generate = async () => (await at.admin().generateLink({ type: 'magiclink', email })).data.properties
    const byHash = await at.client().auth.verifyOtp({ type: 'magiclink', token_hash: (await generate())?.hashed_token ?? '' })
    expect(byHash.data.user?.email).toBe(email)
    const byCode = await at.client().auth.verifyOtp({ type: 'magiclink', email, token: (await generate())?.email_otp ?? '' })
    expect(byCode.data.user?.email).toBe(email)
  })

  test('confirms a new address with type magiclink', async () => {
    const email = freshAddress()
    const { data } = await at.admin().generateLink({ type: 'magiclink', email })
    expect(data.properties?.verification_type).toBe('signup')
    expect((await at.open(data.properties?.action_link ?? '')).hash.has('access_token')).toBe(true)
  })

  test('changes an address once both addresses have confirmed', async () => {
    const [email, newEmail] = [await confirmed(), freshAddress()]
    const generate = async (type: 'email_change_current' | 'email_change_new', wanted = newEmail) =>
      (await at.admin().generateLink({ type, email, newEmail: wanted })).data.properties
    const stale = await generate('email_change_new', freshAddress())
    const current = await generate('email_change_current')
    expect(current?.verification_type).toBe('email_change_current')
    const fresh = await generate('email_change_new')
    expect((await at.open(stale?.action_link ?? '')).hash.get('error_code')).toBe('otp_expired')
    await at.open(current?.action_link ?? '')
    expect(await signIn(email, PASSWORD)).toBeUndefined()
    expect((await at.open(fresh?.action_link ?? '')).hash.has('access_token')).toBe(true)
    expect([await signIn(email, PASSWORD), await signIn(newEmail, PASSWORD)]).toEqual([wrong, undefined])
    expect([await at.mailsTo(email), await at.mailsTo(newEmail)]).toEqual([0, 0])
  })

  test('is refused for an unknown person, an existing one, a missing password, and other types', async () => {
    const taken = await confirmed()
    const generate = (body: object) =>
      refused(at.admin().generateLink(body as Parameters<ReturnType<TestAccounts['admin']>['generateLink']>[0]))
    expect(await generate({ type: 'recovery', email: freshAddress() })).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await generate({ type: 'signup', email: taken, password: PASSWORD })).toEqual(emailExists)
    expect(await generate({ type: 'invite', email: taken })).toEqual(emailExists)
    expect(await generate({ type: 'signup', email: freshAddress() })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await generate({ type: 'email_change_new', email: freshAddress(), newEmail: freshAddress() })).toMatchObject({ status: 404 })
    expect(await generate({ type: 'email_change_new', email: taken, newEmail: await confirmed() })).toEqual(emailExists)
    expect(await generate({ type: 'reauthentication', email: taken })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('disabled sign-up', () => {
  test('only invitations and the secret key create accounts, and the settings say so', async () => {
    const closed = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on', AUTH_SIGN_UP: 'off' })
    try {
      const email = freshAddress()
      expect(await refused(closed.client().auth.signUp({ email, password: PASSWORD }))).toEqual({
        status: 422,
        code: 'signup_disabled',
        message: 'Signups not allowed for this instance',
      })
      // The same answer as for an address with an account.
      expect((await closed.client().auth.signInWithOtp({ email })).error).toBeNull()
      expect(await closed.sql('select from auth.users where email = $1', [email])).toHaveLength(0)
      expect(await (await closed.send('GET', '/auth/v1/settings')).json()).toMatchObject({ disable_signup: true })
      await closed.admin().inviteUserByEmail(email)
      expect((await closed.open((await closed.mailTo(email)).link)).hash.has('access_token')).toBe(true)
    } finally {
      await closed.stop()
    }
  })
})
