import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimsOf, freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

/** Signs up, requests a new address, and returns both mails. */
async function changing() {
  const person = await at.signedUp()
  const next = freshAddress('next')
  const { data, error } = await person.client.auth.updateUser({ email: next })
  if (error) throw error
  return { ...person, next, asked: data.user, old: await at.mailTo(person.email), fresh: await at.mailTo(next) }
}

const addressOf = async (id: string) => (await at.sql<{ email: string }>('select email from auth.users where id = $1', [id]))[0]?.email
const MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

describe('a change of address', () => {
  test('waits for both addresses, in either order, and is shown as pending until then', async () => {
    for (const isOldFirst of [true, false]) {
      const { client, user, email, next, asked, old, fresh } = await changing()
      expect(asked).toMatchObject({ email, new_email: next, email_change_sent_at: expect.any(String) })
      expect([old.subject, fresh.subject]).toEqual(['email_change', 'email_change'])
      const [first, second] = isOldFirst ? [old, fresh] : [fresh, old]
      const half = await at.open(first.link)
      expect([half.hash.get('message'), half.hash.has('access_token')]).toEqual([MESSAGE, false])
      expect(await addressOf(user.id)).toBe(email)
      expect((await client.auth.getUser()).data.user?.new_email).toBe(next)
      // Opening the same link twice does not count as confirming the other address.
      expect((await at.open(first.link)).hash.get('error_code')).toBe('otp_expired')
      expect(await addressOf(user.id)).toBe(email)

      const done = await at.open(second.link)
      expect([done.hash.get('type'), done.hash.has('access_token')]).toEqual(['email_change', true])
      const { data } = await client.auth.getUser()
      expect(data.user).toMatchObject({ email: next, identities: [expect.objectContaining({ email: next })] })
      expect(data.user?.new_email).toBeUndefined()
      await at.signedIn(next)
      expect(await refused(at.client().auth.signInWithPassword({ email, password: PASSWORD }))).toMatchObject({
        code: 'invalid_credentials',
      })
    }
  })

  test('accepts codes as well, each only with its own address', async () => {
    const { user, email, next, old, fresh } = await changing()
    const verify = (address: string, token: string) => at.client().auth.verifyOtp({ type: 'email_change', email: address, token })
    expect(await refused(verify(next, old.code))).toMatchObject({ status: 403, code: 'otp_expired' })
    expect(await refused(verify(email, fresh.code))).toMatchObject({ code: 'otp_expired' })
    const half = await verify(email, old.code)
    expect([half.error, half.data.session]).toEqual([null, null])
    expect(await refused(verify(email, old.code))).toMatchObject({ code: 'otp_expired' })
    expect((await verify(next, fresh.code)).data.session?.user.email).toBe(next)
    expect(await addressOf(user.id)).toBe(next)
  })

  test('keeps existing sessions with their rights', async () => {
    const { client, session, email, next, old, fresh } = await changing()
    const other = await at.signedIn(email)
    await at.open(old.link)
    const { hash } = await at.open(fresh.link)
    expect((await other.client.auth.getUser()).data.user?.email).toBe(next)
    const { data } = await client.auth.refreshSession()
    const [before, after] = [claimsOf(session.access_token), claimsOf(data.session?.access_token ?? '')]
    expect(after).toMatchObject({ email: next, session_id: before['session_id'], aal: before['aal'], role: 'authenticated' })
    expect(after['amr']).toEqual(before['amr'])
    expect(claimsOf(hash.get('access_token') ?? '')).toMatchObject({ aal: 'aal1', amr: [expect.objectContaining({ method: 'otp' })] })
  })

  test('cannot be confirmed with another person’s link or code', async () => {
    const [mine, others] = [await changing(), await changing()]
    await at.open(mine.old.link)
    // Another person's links and codes confirm only their own change.
    await at.open(others.old.link)
    await at.open(others.fresh.link)
    expect([await addressOf(mine.user.id), await addressOf(others.user.id)]).toEqual([mine.email, others.next])
    const { error } = await at.client().auth.verifyOtp({ type: 'email_change', email: mine.next, token: others.fresh.code })
    expect(error?.code).toBe('otp_expired')
    // Links for other purposes do not confirm a change, and its own link works for no other purpose.
    for (const type of ['magiclink', 'recovery', 'signup', 'email'] as const)
      expect(await refused(at.client().auth.verifyOtp({ type, token_hash: mine.fresh.tokenHash }))).toMatchObject({ code: 'otp_expired' })
    await at.send('POST', '/auth/v1/recover', { email: mine.email })
    const { tokenHash } = await at.mailTo(mine.email)
    expect(await refused(at.client().auth.verifyOtp({ type: 'email_change', token_hash: tokenHash }))).toMatchObject({
      code: 'otp_expired',
    })
    expect(await addressOf(mine.user.id)).toBe(mine.email)
  })

  test('ends the links that were sent to the old address before', async () => {
    const person = await at.signedUp()
    await at.send('POST', '/auth/v1/recover', { email: person.email })
    const { tokenHash } = await at.mailTo(person.email)
    const next = freshAddress()
    await person.client.auth.updateUser({ email: next })
    await at.open((await at.mailTo(person.email)).link)
    await at.open((await at.mailTo(next)).link)
    expect(await refused(at.client().auth.verifyOtp({ type: 'recovery', token_hash: tokenHash }))).toMatchObject({ code: 'otp_expired' })
  })

  test('is refused for an address that has an account, even one created in the meantime', async () => {
    const taken = await at.signedUp()
    const { client, user, email, next, old, fresh } = await changing()
    expect(await refused(client.auth.updateUser({ email: taken.email.toUpperCase() }))).toEqual({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
    await at.signedUp(next)
    await at.open(old.link)
    expect((await at.open(fresh.link)).hash.get('error_code')).toBe('email_exists')
    expect(await addressOf(user.id)).toBe(email)
    expect(await refused(client.auth.updateUser({ email: 'not an address' }))).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('expires after an hour', async () => {
    const { user, email, old, fresh } = await changing()
    await at.open(old.link)
    await at.sql("update auth.one_time_tokens set created_at = created_at - interval '61 minutes' where user_id = $1", [user.id])
    await at.sql("update auth.users set email_change_sent_at = now() - interval '61 minutes' where id = $1", [user.id])
    expect((await at.open(fresh.link)).hash.get('error_code')).toBe('otp_expired')
    const { error } = await at.client().auth.verifyOtp({ type: 'email_change', email: fresh.to, token: fresh.code })
    expect([error?.code, await addressOf(user.id)]).toEqual(['otp_expired', email])
  })

  test('starts again when the mails are resent', async () => {
    const { client, user, email, next, old, fresh } = await changing()
    await at.open(old.link)
    expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
    const [again, freshAgain] = [await at.mailTo(email), await at.mailTo(next)]
    expect((await at.open(fresh.link)).hash.get('error_code')).toBe('otp_expired')
    expect((await at.open(freshAgain.link)).hash.get('message')).toBe(MESSAGE)
    await at.open(again.link)
    expect(await addressOf(user.id)).toBe(next)
  })

  test('is resent only if one is pending, with the same answer either way', async () => {
    const { email } = await at.signedUp()
    for (const address of [email, freshAddress()]) {
      const answer = await at.send('POST', '/auth/v1/resend', { type: 'email_change', email: address })
      expect([answer.status, await answer.json(), await at.mailsTo(address)]).toEqual([200, {}, 0])
    }
  })

  test('replaces a pending change to another address', async () => {
    const { client, user, old, fresh } = await changing()
    const third = freshAddress('third')
    await client.auth.updateUser({ email: third })
    for (const { link } of [old, fresh]) expect((await at.open(link)).hash.get('error_code')).toBe('otp_expired')
    const newer = await at.mailTo(third)
    await at.open((await at.mailTo(old.to)).link)
    await at.open(newer.link)
    expect(await addressOf(user.id)).toBe(third)
  })

  test('is cancelled by a new password', async () => {
    const { client, user, email, old, fresh } = await changing()
    await at.open(fresh.link)
    const { data } = await client.auth.updateUser({ password: OTHER_PASSWORD })
    expect(data.user?.new_email).toBeUndefined()
    expect((await at.open(old.link)).hash.get('error_code')).toBe('otp_expired')
    expect(await addressOf(user.id)).toBe(email)
  })

  test('needs a recent sign-in or the current password', async () => {
    const { client } = await at.signedUp()
    await at.authenticatedAgo(client, 16)
    const next = freshAddress()
    expect(await refused(client.auth.updateUser({ email: next }))).toEqual({
      status: 400,
      code: 'reauthentication_needed',
      message: 'Email update requires reauthentication',
    })
    expect(await refused(client.auth.updateUser({ email: next, current_password: 'Wrong1Password!' }))).toMatchObject({
      code: 'current_password_mismatch',
    })
    expect(await at.mailsTo(next)).toBe(0)
    const { data } = await client.auth.updateUser({ email: next, current_password: PASSWORD })
    expect(data.user?.new_email).toBe(next)
  })

  test('cannot be confirmed by a banned user', async () => {
    const { user, email, old, fresh } = await changing()
    await at.open(old.link)
    await at.admin().updateUserById(user.id, { ban_duration: '1h' })
    expect((await at.open(fresh.link)).hash.get('error_code')).toBe('user_banned')
    expect(await addressOf(user.id)).toBe(email)
  })
})

test('changes are limited by account, and their mails by address', async () => {
  const strict = await startAccounts({ RATE_LIMITS: 'on' })
  const [{ client, email }, taken] = [await strict.signedUp(), await strict.signedUp()]
  const next = freshAddress()
  expect((await client.auth.updateUser({ email: next })).error).toBeNull()
  expect(await refused(client.auth.updateUser({ email: next }))).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  for (let n = 0; n < 8; n++) expect(await refused(client.auth.updateUser({ email: taken.email }))).toMatchObject({ code: 'email_exists' })
  expect(await refused(client.auth.updateUser({ email: taken.email }))).toMatchObject({ status: 429 })
  expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull()
  expect(await refused(client.auth.resend({ type: 'email_change', email }))).toMatchObject({ code: 'over_email_send_rate_limit' })
  await strict.stop()
})
