// Users change their own account: address, password and erasure, and the mails about each change.
import { createClient } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { emailOf, idOf, refusal, type Session, superuser } from './clinic.ts'
import { useClinicWithMail } from './clinic-mail.ts'

const clinic = useClinicWithMail({ RATE_LIMITS: 'off' })
const sql = <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  clinic.keep(superuser, ({ query }) => query<T>(text, values))

beforeEach(async () => {
  await sql('delete from auth.mfa_factors')
  await sql('delete from private.mail_outbox')
  await clinic.collect()
})

const [PASSWORD, OTHER_PASSWORD] = ['Correct1Horse!', 'Battery2Staple!']
let made = 0

/** A signed-in user with a new, confirmed account. */
async function signedIn(language = 'tr') {
  const email = `own${++made}@example.test`
  const { data: created, error } = await clinic.withSecretKey.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { first_name: 'Leyla', last_name: 'Test', language },
  })
  if (error) throw error
  const client = createClient(clinic.url, clinic.keys.publishable, { auth: { persistSession: false, autoRefreshToken: false } })
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  return { client, email, id: created.user.id }
}

const profileAddress = async (id: string) =>
  (await sql<{ email: string }>('select email from private.profiles where user_id = $1', [id]))[0]?.email

let arrived: Awaited<ReturnType<typeof clinic.collect>> = []

/** Waits for the mail to that address and returns its link and subject. */
async function linkTo(address: string) {
  const find = () => arrived.find(({ to }) => to?.[0]?.address === address)
  await expect
    .poll(async () => {
      arrived.push(...(await clinic.collect()))
      return find()
    })
    .toBeDefined()
  const { text, subject } = find() ?? {}
  return { link: /http\S+\/auth\/v1\/verify\?\S+/.exec(text ?? '')?.[0] ?? '', subject }
}

describe('a change of address', () => {
  test('needs a confirmation from both addresses, in the reader’s language, before the profile changes', async () => {
    arrived = []
    const { client, email, id } = await signedIn()
    const next = `new.${email}`
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    const [old, fresh] = [await linkTo(email), await linkTo(next)]
    expect([old.subject, fresh.subject]).toEqual(Array(2).fill(expect.stringContaining('E-posta adresi değişikliğini onaylayın')))
    await fetch(fresh.link, { redirect: 'manual' })
    expect(await profileAddress(id)).toBe(email)
    // A mail can arrive before its sender records it as sent.
    const states = async () => (await clinic.outbox()).map(({ kind, state }) => `${kind} ${state}`)
    await expect.poll(states).toEqual(Array(2).fill('account_email_change sent'))
    await fetch(old.link, { redirect: 'manual' })
    expect(await profileAddress(id)).toBe(next)
    // The old address gets a notice.
    await clinic.deliver()
    const [mail] = await clinic.collect()
    expect([mail?.to?.[0]?.address, mail?.subject]).toEqual([email, 'E-posta adresiniz değiştirildi – BKV'])
    expect(mail?.text).not.toContain(next)
  })

  test('can be cancelled by its owner only', async () => {
    arrived = []
    const { client, email, id } = await signedIn()
    const other = await signedIn()
    const next = `new.${email}`
    await client.auth.updateUser({ email: next })
    const [old, fresh] = [await linkTo(email), await linkTo(next)]
    expect((await other.client.rpc('cancel_my_email_change')).data).toBe(false)
    expect((await client.auth.getUser()).data.user?.new_email).toBe(next)
    expect((await client.rpc('cancel_my_email_change')).data).toBe(true)
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined()
    for (const { link } of [old, fresh]) await fetch(link, { redirect: 'manual' })
    expect(await profileAddress(id)).toBe(email)
    expect((await clinic.visitor.rpc('cancel_my_email_change')).error?.code).toBe('42501')
  })
})

describe('a new password', () => {
  test('causes one mail in the reader’s language', async () => {
    const { client, email } = await signedIn('ar')
    expect((await client.auth.updateUser({ password: OTHER_PASSWORD })).error).toBeNull()
    await clinic.deliver()
    const mails = await clinic.collect()
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([[email, 'تم تغيير كلمة المرور – BKV']])
  })

  test('causes no mail to an unconfirmed address', async () => {
    await sql("update auth.users set email_confirmed_at = null, encrypted_password = 'a' where id = $1", [idOf('murat')])
    await sql('delete from private.mail_outbox')
    await sql("update auth.users set encrypted_password = 'b' where id = $1", [idOf('murat')])
    await sql("update auth.users set encrypted_password = '' where id = $1", [idOf('murat')])
    expect(await clinic.outbox()).toEqual([])
    await sql("update auth.users set email_confirmed_at = now(), encrypted_password = 'x' where id = $1", [idOf('murat')])
  })
})

describe('erasing an account by its owner', () => {
  const eraseWith = (session: Session, claims: object) =>
    session.as('leyla', async ({ query }) => {
      await query(
        "select set_config('request.jwt.claims', current_setting('request.jwt.claims')::jsonb - 'amr' || $1::jsonb #>> '{}', true)",
        [JSON.stringify(claims)],
      )
      await query('select erase_my_account($1)', [emailOf('leyla')])
    })
  const now = () => Math.floor(Date.now() / 1000)

  test.each([
    ['no authentication methods', {}],
    ['an old sign-in', { amr: [{ method: 'password', timestamp: now() - 16 * 60 }] }],
    ['methods without times', { amr: ['password'] }],
    ['a time that is a text', { amr: [{ method: 'password', timestamp: String(now()) }] }],
    ['methods that are not a list', { amr: { timestamp: now() } }],
  ])('is refused for a token with %s', async (_, claims) => {
    expect(await refusal(clinic.as(superuser, (session) => eraseWith(session, claims)))).toEqual(['P0001', 'reauthentication_needed'])
  })

  test('is possible with a recently used factor, whatever the time of the password', async () => {
    const amr = [
      { method: 'totp', timestamp: now() - 14 * 60 },
      { method: 'password', timestamp: now() - 3 * 3600 },
    ]
    expect(await refusal(clinic.as(superuser, (session) => eraseWith(session, { amr })))).toBe('was allowed')
  })

  test('requires the second factor if there is one', async () => {
    await sql(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [idOf('leyla')],
    )
    const amr = [{ method: 'password', timestamp: now() }]
    expect(await refusal(clinic.as(superuser, (session) => eraseWith(session, { amr })))).toEqual(['P0001', 'second_factor_needed'])
  })

  test('is confirmed to the last address in the owner’s language, and the address is then erased', async () => {
    const { client, email, id } = await signedIn('fr')
    expect((await client.rpc('erase_my_account', { confirmation: email })).error).toBeNull()
    await clinic.deliver()
    const mails = await clinic.collect()
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([[email, 'Votre compte a été supprimé – BKV']])
    expect(await sql('select kind, state, recipient, user_id from private.mail_outbox')).toEqual([
      { kind: 'account_erased', state: 'sent', recipient: '', user_id: null },
    ])
    expect(await profileAddress(id)).toBeNull()
  })
})
