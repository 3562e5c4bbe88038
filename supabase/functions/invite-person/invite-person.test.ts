import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailOf, idOf, type Name, proveAddress, superuser } from '../../tests/clinic.ts'
import { useClinicWithMail } from '../../tests/clinic-mail.ts'
import { invoke } from '../../tests/clinic-server.ts'
import { company } from '../_shared/company.ts'
import { mailTexts } from '../_shared/mail/texts.ts'
import { LANGUAGES } from '../_shared/rules.ts'

const clinic = useClinicWithMail({ RATE_LIMITS: 'off' })
const sql = <T>(text: string, values: unknown[] = []) => clinic.keep(superuser, ({ query }) => query<T>(text, values))
const inviteAs = async (name: Name, body: Record<string, unknown>) => invoke(await clinic.clientOf(name), 'invite-person', { body })

beforeAll(() => clinic.keep(superuser, (owner) => proveAddress(owner, 'murat')))

let number = 0
const fresh = () => `invited${++number}@example.test`
const PASSWORD = 'Correct1Horse!'

beforeEach(async () => {
  await clinic.collect()
  await sql('delete from private.rate_counters')
})

/** Polls, because the account service does not wait until its mails are sent. */
async function mailTo(address: string) {
  let found: Awaited<ReturnType<typeof clinic.collect>>[number] | undefined
  await expect
    .poll(async () => {
      found = (await clinic.collect()).find(({ to }) => to?.some((person) => person.address === address))
      return found !== undefined
    })
    .toBe(true)
  return { subject: found?.subject, text: found?.text ?? '', link: /^http.+$/m.exec(found?.text ?? '')?.[0] ?? '' }
}

async function open(link: string) {
  const response = await fetch(link, { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  return { target, hash: new URLSearchParams(target.hash.slice(1)) }
}
const rolesOf = async (token: string) => (await clinic.clientWith(token).from('user_roles').select('role')).data?.map(({ role }) => role)

describe('an invited doctor', () => {
  test('gets a link in their language that works once and gives them the role and the record', async () => {
    const email = fresh()
    const { status, answer } = await inviteAs('nigar', { email, role: 'doctor', language: 'az', full_name: 'Günel Məmmədova' })
    expect([status, answer]).toEqual([200, { invitation_id: expect.any(String), state: 'invited', user_id: expect.any(String) }])
    const mail = await mailTo(email)
    expect(mail.subject).toContain(mailTexts.az.account.invite.subject)
    expect(mail.text).toContain(mailTexts.az.greetingByName.replace('{name}', 'Günel Məmmədova'))
    expect(mail.text).toContain(mailTexts.az.inviteIsValid)
    const { target, hash } = await open(mail.link)
    expect([target.pathname, hash.get('type')]).toEqual(['/az', 'invite'])
    const token = hash.get('access_token') ?? ''
    expect(await rolesOf(token)).toEqual(['doctor'])
    const own = await clinic
      .clientWith(token)
      .from('doctors')
      .select('first_name, last_name, user_id, timezone')
      .eq('last_name', 'Məmmədova')
    const { user_id } = answer as { user_id: string }
    expect(own.data).toEqual([{ first_name: 'Günel', last_name: 'Məmmədova', user_id, timezone: company.timezone }])
    expect((await open(mail.link)).hash.get('error_code')).toBe('otp_expired')
  })

  test('can use only the newest link after a renewal, and none after a revocation', async () => {
    const email = fresh()
    const { answer } = await inviteAs('nigar', { email, role: 'admin', language: 'tr' })
    const { invitation_id } = answer as { invitation_id: string }
    const first = await mailTo(email)
    expect((await inviteAs('nigar', { invitation_id })).answer).toMatchObject({ invitation_id, state: 'invited' })
    const second = await mailTo(email)
    expect((await open(first.link)).hash.get('error_code')).toBe('otp_expired')
    await (await clinic.clientOf('nigar')).rpc('revoke_invitation', { invitation_id })
    expect((await open(second.link)).hash.get('error_code')).toBe('otp_expired')
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(0)
    expect(await inviteAs('nigar', { invitation_id })).toMatchObject({ status: 409, answer: { code: 'invitation_not_open' } })
  })
})

describe('attacks', () => {
  test('an invitation does not let in a stranger who signed up with the address before', async () => {
    const email = fresh()
    await clinic.visitor.auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Mallory', medical_history: 'written by a stranger' } },
    })
    const theirs = await mailTo(email)
    await inviteAs('nigar', { email, role: 'admin', language: 'en', full_name: 'Ada Colleague' })
    const ours = await mailTo(email)
    expect((await open(theirs.link)).hash.get('error_code')).toBe('otp_expired')
    const token = (await open(ours.link)).hash.get('access_token') ?? ''
    expect(await rolesOf(token)).toContain('admin')
    expect((await clinic.clientWith(token).from('profiles').select('first_name, medical_history').eq('email', email)).data).toEqual([
      { first_name: 'Ada', medical_history: null },
    ])
    expect((await clinic.visitor.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  })

  test('a stranger who signs up with the address afterwards gets no role, and the invitation still works', async () => {
    const email = fresh()
    await inviteAs('nigar', { email, role: 'admin', language: 'tr' })
    await mailTo(email)
    await clinic.visitor.auth.signUp({ email, password: PASSWORD })
    const again = await mailTo(email)
    expect((await clinic.visitor.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
    const token = (await open(again.link)).hash.get('access_token') ?? ''
    expect(await rolesOf(token)).toContain('admin')
    expect((await clinic.visitor.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  })

  test('an invitation that has expired in the database gives an account without a role', async () => {
    const email = fresh()
    await inviteAs('nigar', { email, role: 'admin', language: 'tr' })
    const { link } = await mailTo(email)
    await sql("update invitations set expires_at = now() - interval '1 second' where email = $1", [email])
    expect(await rolesOf((await open(link)).hash.get('access_token') ?? '')).toEqual([])
  })

  test('a signed-in account with another address does not accept the invitation by opening its link', async () => {
    const email = fresh()
    await inviteAs('nigar', { email, role: 'admin', language: 'tr' })
    const { link } = await mailTo(email)
    const mallory = await clinic.tokenOf('mallory')
    await fetch(link, { redirect: 'manual', headers: { authorization: `Bearer ${mallory}` } })
    expect(await sql('select from user_roles where user_id = $1', [idOf('mallory')])).toHaveLength(0)
  })

  test('only staff can invite, doctors only patients, and a refused attempt creates neither account nor mail', async () => {
    const email = fresh()
    for (const [name, role] of [
      ['leyla', 'patient'],
      ['mallory', 'admin'],
      ['aylin', 'doctor'],
      ['aylin', 'admin'],
    ] as const)
      expect(await inviteAs(name, { email, role, language: 'tr', full_name: 'A B' })).toMatchObject({
        status: 403,
        answer: { code: 'not_allowed' },
      })
    for (const client of [clinic.visitor, clinic.withSecretKey])
      expect((await invoke(client, 'invite-person', { body: { email, role: 'patient', language: 'tr' } })).status).toBe(401)
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(0)
    expect(await clinic.collect()).toEqual([])
  })
})

test('a doctor invites a patient, who gets an account and no role', async () => {
  const email = fresh()
  expect((await inviteAs('aylin', { email, role: 'patient', language: 'ru' })).answer).toMatchObject({ state: 'invited' })
  const mail = await mailTo(email)
  expect(mail.subject).toContain(mailTexts.ru.account.invite.subject)
  expect(await rolesOf((await open(mail.link)).hash.get('access_token') ?? '')).toEqual([])
})

test('neither the response nor its duration tells a doctor whether an address has an account', async () => {
  const ask = async (email: string) => {
    const startedAt = performance.now()
    const { status, answer } = await inviteAs('aylin', { email, role: 'patient', language: 'ru', full_name: 'A B' })
    return { status, answer, ms: performance.now() - startedAt }
  }
  await ask(fresh())
  const [known, unknown] = [await ask(emailOf('leyla')), await ask(fresh())]
  for (const { status, answer, ms } of [known, unknown]) {
    expect([status, answer]).toEqual([200, { invitation_id: expect.any(String), state: 'invited' }])
    expect(ms).toBeGreaterThan(900)
  }
  const renewed = await inviteAs('aylin', { invitation_id: (known.answer as { invitation_id: string }).invitation_id })
  expect(renewed.answer).toEqual(known.answer)
  expect((await clinic.collect()).filter(({ to }) => to?.some(({ address }) => address === emailOf('leyla')))).toEqual([])
})

test('an existing account gets the invited role and a mail about it, or stays unchanged if invited as a patient', async () => {
  expect(
    (await inviteAs('nigar', { email: emailOf('murat'), role: 'doctor', language: 'tr', full_name: 'Murat Test' })).answer,
  ).toMatchObject({
    state: 'granted',
    user_id: idOf('murat'),
  })
  await clinic.deliver()
  expect((await mailTo(emailOf('murat'))).subject).toContain(mailTexts.en.accountNotice.role_doctor.subject)
  expect((await inviteAs('nigar', { email: emailOf('leyla'), role: 'patient', language: 'tr' })).answer).toEqual({
    invitation_id: null,
    state: 'exists',
    user_id: idOf('leyla'),
  })
})

test.each([
  [{ role: 'owner' }, 400, 'invalid_role'],
  [{ email: 7 }, 400, 'invitation_email_invalid'],
  [{ email: 'nobody' }, 400, 'invitation_email_invalid'],
  [{ language: 'xx' }, 400, 'invitation_language_invalid'],
  [{ timezone: 7 }, 400, 'invitation_timezone_invalid'],
  [{ timezone: 'Europe/Paris' }, 400, 'invitation_timezone_invalid'],
  [{ full_name: ['a'] }, 400, 'invitation_name_invalid'],
  [{ full_name: undefined }, 400, 'invitation_name_required'],
  [{ doctor_id: 'x' }, 400, 'invalid_doctor'],
  [{ doctor_id: idOf('nothing') }, 404, 'doctor_not_found'],
  [{ doctor_id: idOf('doctor rauf') }, 409, 'doctor_already_linked'],
  [{ email: emailOf('aylin') }, 409, 'already_has_role'],
  [{ invitation_id: 'x' }, 400, 'invalid_invitation'],
])('%j is refused', async (change, status, code) => {
  const body = { email: fresh(), role: 'doctor', language: LANGUAGES[0], full_name: 'A B', ...change }
  expect(await inviteAs('nigar', body)).toMatchObject({ status, answer: { code } })
})
