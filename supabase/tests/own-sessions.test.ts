// Users list and end their own sessions; mails about second factors, and their reset by an admin.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { emailOf, idOf, type Name, superuser } from './clinic.ts'
import { useClinicWithMail } from './clinic-mail.ts'

const clinic = useClinicWithMail()
const sql = <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  clinic.keep(superuser, ({ query }) => query<T>(text, values))

beforeEach(async () => {
  await sql('delete from auth.mfa_factors')
  await sql('delete from auth.sessions')
  await sql('delete from private.mail_outbox')
})

async function signIn(name: Name, { aal = 'aal1', userAgent = 'Firefox' } = {}) {
  const session = randomUUID()
  await sql(
    "insert into auth.sessions (id, user_id, aal, user_agent, created_at, not_after) values ($1, $2, $3, $4, now(), now() + interval '1 day')",
    [session, idOf(name), aal, userAgent],
  )
  const claims = { sub: idOf(name), email: emailOf(name), role: 'authenticated' as const, session_id: session, aal }
  return { session, client: clinic.clientWith(await clinic.tokens.sign(claims, 3600)) }
}

async function addFactor(name: Name, type = 'totp') {
  const id = randomUUID()
  await sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
     values ($1, $2, $3::text::auth.factor_type, 'unverified', $3::text, now(), now())`,
    [id, idOf(name), type],
  )
  await sql("update auth.mfa_factors set status = 'verified' where id = $1", [id])
  return id
}

const mails = () =>
  sql<{ kind: string; recipient: string; language: string }>(
    'select kind, recipient, language from private.mail_outbox order by created_at, kind',
  )

describe('sessions', () => {
  test('users see their own sessions, the current one first, and can end another one at once', async () => {
    const laptop = await signIn('leyla', { userAgent: 'Laptop' })
    const phone = await signIn('leyla', { userAgent: 'Phone' })
    await signIn('murat')
    const { data } = await laptop.client.rpc('list_my_sessions')
    expect(data?.map(({ id, user_agent, is_current }) => [id, user_agent, is_current])).toEqual([
      [laptop.session, 'Laptop', true],
      [phone.session, 'Phone', false],
    ])
    expect((await phone.client.from('profiles').select('user_id')).data).toHaveLength(1)
    expect((await laptop.client.rpc('end_my_session', { session_id: phone.session })).data).toBe(true)
    expect((await phone.client.from('profiles').select('user_id')).status).toBe(401)
    expect((await laptop.client.rpc('end_my_session', { session_id: phone.session })).data).toBe(false)
  })

  test('nobody can see or end somebody else’s session', async () => {
    const [leyla, murat] = [await signIn('leyla'), await signIn('murat')]
    expect((await murat.client.rpc('end_my_session', { session_id: leyla.session })).data).toBe(false)
    expect((await leyla.client.rpc('list_my_sessions')).data).toHaveLength(1)
    expect((await clinic.visitor.rpc('list_my_sessions')).error?.code).toBe('42501')
  })

  test('a session with the password alone can see and end none if there is a second factor', async () => {
    const thief = await signIn('leyla')
    const owner = await signIn('leyla', { aal: 'aal2' })
    await addFactor('leyla')
    expect((await thief.client.rpc('list_my_sessions')).error?.message).toBe('second_factor_needed')
    expect((await thief.client.rpc('end_my_session', { session_id: owner.session })).error?.message).toBe('second_factor_needed')
    expect((await owner.client.rpc('list_my_sessions')).data?.map(({ has_second_factor }) => has_second_factor)).toEqual([true, false])
  })
})

describe('mails about factors', () => {
  test('adding and removing a factor causes a mail, adding recovery codes does not', async () => {
    await addFactor('leyla')
    await addFactor('leyla', 'recovery_code')
    await sql('delete from auth.mfa_factors where user_id = $1', [idOf('leyla')])
    expect((await mails()).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['account_factor_added', emailOf('leyla')],
      ['account_factor_removed', emailOf('leyla')],
    ])
  })

  test('mails distinguish security keys and passkeys from other factors', async () => {
    await addFactor('leyla', 'webauthn')
    await sql('delete from auth.mfa_factors where user_id = $1', [idOf('leyla')])
    await sql("insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, '\\x01', '\\x02')", [idOf('leyla')])
    await sql('update auth.webauthn_credentials set last_used_at = now()')
    await sql('delete from auth.webauthn_credentials')
    expect((await mails()).map(({ kind }) => kind)).toEqual([
      'account_key_added',
      'account_key_removed',
      'account_passkey_added',
      'account_passkey_removed',
    ])
  })

  test('the mails arrive in the reader’s language and do not appear in the log of mails', async () => {
    await sql("update private.profiles set language = 'az' where user_id = $1", [idOf('leyla')])
    await addFactor('leyla')
    const { client } = await signIn('nigar')
    expect((await client.from('mail_log').select('kind').like('kind', 'account%')).data).toEqual([])
    await clinic.deliver()
    const [mail] = await clinic.collect()
    expect([mail?.to?.[0]?.address, mail?.subject]).toEqual([emailOf('leyla'), 'İkimərhələli təsdiq aktivləşdirildi – BKV'])
    expect(mail?.text).toContain('təsdiq tətbiqi əlavə olundu')
  })

  test('an erased account gets no mail', async () => {
    await addFactor('murat')
    await sql('delete from private.mail_outbox')
    await sql('update auth.users set deleted_at = now() where id = $1', [idOf('murat')])
    await sql('delete from auth.mfa_factors where user_id = $1', [idOf('murat')])
    expect(await mails()).toEqual([])
    await sql('update auth.users set deleted_at = null where id = $1', [idOf('murat')])
  })
})

describe('a reset by an admin', () => {
  test('removes the factors, ends the sessions, restarts the grace period, and is mailed and logged', async () => {
    await sql("update user_roles set granted_at = now() - interval '400 days' where user_id = $1", [idOf('aylin')])
    await addFactor('aylin')
    await addFactor('aylin', 'recovery_code')
    const doctor = await signIn('aylin')
    const admin = await signIn('nigar')
    expect((await admin.client.rpc('reset_second_factor', { user_id: idOf('aylin') })).error).toBeNull()
    expect(await sql('select from auth.mfa_factors')).toEqual([])
    expect((await doctor.client.from('profiles').select('user_id')).status).toBe(401)
    const state = await (await signIn('aylin')).client.rpc('my_second_factor').single()
    expect(state.data).toMatchObject({ required: true, enrolled: false, blocked: false })
    expect((await mails()).map(({ kind }) => kind)).toEqual(['account_factor_added', 'account_factor_reset'])
    expect(await sql("select actor, subject from audit_log where action = 'second_factor.reset'")).toEqual([
      { actor: idOf('nigar'), subject: `user:${idOf('aylin')}` },
    ])
    expect((await admin.client.rpc('reset_second_factor', { user_id: idOf('aylin') })).error?.message).toBe('no_second_factor')
  })

  test('requires the admin’s own second factor and is not possible for their own account', async () => {
    await addFactor('aylin')
    for (const name of ['rauf', 'leyla', 'aylin'] as const)
      expect((await (await signIn(name)).client.rpc('reset_second_factor', { user_id: idOf('aylin') })).error?.code).toBe('42501')
    await addFactor('nigar')
    const passwordOnly = await signIn('nigar')
    expect((await passwordOnly.client.rpc('reset_second_factor', { user_id: idOf('aylin') })).error?.code).toBe('42501')
    const full = await signIn('nigar', { aal: 'aal2' })
    expect((await full.client.rpc('reset_second_factor', { user_id: idOf('nigar') })).error?.code).toBe('42501')
    expect((await full.client.rpc('reset_second_factor', { user_id: idOf('aylin') })).error).toBeNull()
  })
})
