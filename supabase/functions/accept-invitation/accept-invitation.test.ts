// Accepting an invitation about a patient without having an account, from the mail to the new account.
import { beforeEach, describe, expect, test } from 'vitest'
import { emailOf, idOf, type Name, superuser } from '../../tests/clinic.ts'
import { useClinicWithMail } from '../../tests/clinic-mail.ts'
import { invoke } from '../../tests/clinic-server.ts'
import { addAdult, addChild, arrangeFor, turnAdult } from '../../tests/patients.ts'
import { company } from '../_shared/company.ts'
import { fill, mailTexts } from '../_shared/mail/texts.ts'
import { LANGUAGES } from '../_shared/rules.ts'

const clinic = useClinicWithMail({ RATE_LIMITS: 'off' })
const sql = <T>(text: string, values: unknown[] = []) => clinic.keep(superuser, ({ query }) => query<T>(text, values))
const PASSWORD = 'Correct1Horse!'
let number = 0
const fresh = () => `granny${++number}@example.test`

beforeEach(async () => {
  for (const table of ['private.rate_counters', 'guardians']) await sql(`delete from ${table}`)
  await sql('delete from private.mail_outbox')
  await clinic.collect()
})

const inviteToClaim = async (patient: string, email: string, by: Name = 'leyla') =>
  (await clinic.clientOf(by)).rpc('invite_patient_to_claim', { patient_id: patient, email })
const accept = (body: Record<string, unknown>, from = clinic.visitor) => invoke(from, 'accept-invitation', { body })

async function mailTo(address: string) {
  await clinic.deliver()
  const mail = (await clinic.collect()).find(({ to }) => to?.some((person) => person.address === address))
  const link = /^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''
  return { subject: mail?.subject, text: mail?.text ?? '', link, token: link.split('#')[1] ?? '' }
}
const adult = (patient: object = {}) => clinic.keep(superuser, (session) => addAdult(session, 'leyla', patient))

async function signedIn(email: string) {
  const { data, error } = await clinic.visitor.auth.signInWithPassword({ email, password: PASSWORD })
  if (!data.session) throw error ?? new Error('no session')
  return clinic.clientWith(data.session.access_token)
}

describe('an invited person without an account', () => {
  test('opens the link, sets a password and finds their appointments; the guardian no longer does', async () => {
    const patient = await adult({ language: 'az' })
    const appointment = await clinic.keep(superuser, (session) => arrangeFor(session, patient, clinic.aylin))
    const email = fresh()
    expect((await inviteToClaim(patient, email)).error).toBeNull()
    const mail = await mailTo(email)
    expect(mail.subject).toContain(mailTexts.az.patient.patient_claim.subject)
    expect(mail.text).toContain('leyla Test')
    expect(mail.text).toContain(mailTexts.az.patientInvitationIsValid)
    expect(new URL(mail.link).pathname).toBe('/az/invitation')
    const { data: said } = await clinic.visitor.rpc('get_patient_invitation', { token: mail.token })
    expect(said).toMatchObject({
      state: 'open',
      kind: 'claim',
      email,
      patient: 'Zeynep Test',
      invited_by: 'leyla Test',
      has_account: false,
    })
    expect(await accept({ token: mail.token, password: PASSWORD })).toMatchObject({ status: 200, answer: { email } })
    const hers = await signedIn(email)
    expect((await hers.from('appointments').select('id')).data).toEqual([{ id: appointment }])
    expect((await (await clinic.clientOf('leyla')).from('appointments').select('id')).data).toEqual([])
    // The link works only once.
    expect(await accept({ token: mail.token, password: PASSWORD })).toMatchObject({ status: 409, answer: { code: 'invitation_not_open' } })
  })

  test('becomes the second guardian of a child with a new account and a declaration', async () => {
    const child = await clinic.keep(superuser, (session) => addChild(session, 'leyla'))
    const email = fresh()
    expect((await (await clinic.clientOf('leyla')).rpc('invite_guardian', { patient_id: child, email })).error).toBeNull()
    const mail = await mailTo(email)
    expect(mail.subject).toContain(mailTexts.en.patient.patient_guardian.subject)
    expect(mail.text).toContain('Can Test')
    const body = { token: mail.token, password: PASSWORD, first_name: 'Kamran', last_name: 'Test', language: 'az', timezone: 'Asia/Baku' }
    expect(await accept(body)).toMatchObject({ status: 200 })
    const his = await signedIn(email)
    expect((await his.from('profiles').select('first_name, language, timezone')).data).toEqual([
      { first_name: 'Kamran', language: 'az', timezone: 'Asia/Baku' },
    ])
    const accepted = await his.rpc('accept_patient_invitation', { token: mail.token, declaration_version: '2026-11-18' })
    expect(accepted.data).toEqual({ kind: 'guardian', patient_id: child })
    expect((await his.from('guardians').select('guardian_id')).data).toHaveLength(2)
  })

  test('is refused with a guessed or revoked link, and with a weak password', async () => {
    const patient = await adult()
    const email = fresh()
    const { data: invitation } = await inviteToClaim(patient, email)
    const { token } = await mailTo(email)
    expect(await accept({ token: 'guessed', password: PASSWORD })).toMatchObject({ status: 409, answer: { code: 'invitation_not_open' } })
    expect(await accept({ token })).toMatchObject({ status: 400 })
    expect(await accept({ token, password: 'weak' })).toMatchObject({ status: 422, answer: { code: 'weak_password' } })
    await (await clinic.clientOf('leyla')).rpc('revoke_patient_invitation', { invitation_id: invitation ?? '' })
    expect(await accept({ token, password: PASSWORD })).toMatchObject({ status: 409, answer: { code: 'invitation_not_open' } })
    expect(await sql('select from auth.users where email = $1', [email])).toHaveLength(0)
  })

  test('is told to sign in after getting an account in the meantime', async () => {
    const patient = await adult()
    await inviteToClaim(patient, emailOf('murat'))
    const { token } = await mailTo(emailOf('murat'))
    expect(await accept({ token, password: PASSWORD })).toMatchObject({ status: 409, answer: { code: 'account_exists_now' } })
  })

  test('can accept even if a stranger signed up with the address', async () => {
    const patient = await adult()
    const email = fresh()
    await clinic.visitor.auth.signUp({ email, password: 'Strangers1Horse!', options: { data: { first_name: 'Mallory' } } })
    await clinic.collect()
    await inviteToClaim(patient, email)
    const { token } = await mailTo(email)
    expect(await accept({ token, password: PASSWORD })).toMatchObject({ status: 200 })
    expect((await (await signedIn(email)).from('profiles').select('user_id, first_name')).data).toEqual([
      { user_id: patient, first_name: 'Zeynep' },
    ])
  })
})

describe('the mail', () => {
  test('has the same link at every attempt, and no table contains the link', async () => {
    const patient = await adult()
    const email = fresh()
    await inviteToClaim(patient, email)
    const first = await mailTo(email)
    await sql(
      "update private.mail_outbox set state = 'waiting', sent_at = null, payload = jsonb_build_object('invitation_id', (select id from patient_invitations where email = $1)), next_attempt_at = now() where recipient = $1",
      [email],
    )
    expect((await mailTo(email)).link).toBe(first.link)
    expect(await sql("select from private.mail_outbox m where m::text like '%' || $1 || '%'", [first.token])).toHaveLength(0)
    expect(await sql("select from patient_invitations i where i::text like '%' || $1 || '%'", [first.token])).toHaveLength(0)
  })

  test('is not sent for a revoked invitation', async () => {
    const patient = await adult()
    const email = fresh()
    const { data: invitation } = await inviteToClaim(patient, email)
    await (await clinic.clientOf('leyla')).rpc('revoke_patient_invitation', { invitation_id: invitation ?? '' })
    expect((await mailTo(email)).link).toBe('')
  })

  test('names the company if reception sends the invitation', async () => {
    const patient = await adult()
    const email = fresh()
    await inviteToClaim(patient, email, 'nigar')
    expect((await mailTo(email)).text).toContain(company.brand)
  })

  test.each(LANGUAGES)('announces the coming of age to each guardian, in their language: %s', async (language) => {
    await sql('update profiles set language = $2 where user_id = $1', [idOf('leyla'), language])
    await clinic.keep(superuser, async (session) => turnAdult(session, await addChild(session, 'leyla'), 30))
    expect((await invoke(clinic.withSecretKey, 'send-reminders')).answer).toMatchObject({ comingOfAge: 1 })
    const mail = await mailTo(emailOf('leyla'))
    expect(mail.subject).toContain(fill(mailTexts[language].patient.coming_of_age.subject, { patient: 'Can Test' }))
    expect(mail.text).toContain(language === 'tr' ? '/profile' : `/${language}/profile`)
    expect((await invoke(clinic.withSecretKey, 'send-reminders')).answer).toMatchObject({ comingOfAge: 0 })
  })
})
