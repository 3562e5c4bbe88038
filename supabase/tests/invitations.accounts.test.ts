import { describe, expect, test } from 'vitest'
import { emailOf, IN_A_WEEK, idOf, refusal, type Session, superuser } from './clinic.ts'
import { confirm, invite, makeAccount, NEW, recordOf, rolesOf, useClinicWithAccounts } from './inviting.ts'

const db = useClinicWithAccounts()

describe('an address with an account', () => {
  test('gets the role at once, and a mail in the language of the account', async () => {
    await db.as('nigar', async (session) => {
      expect(await invite(session, { email: emailOf('murat'), role: 'admin' })).toMatchObject({
        state: 'granted',
        account_id: idOf('murat'),
      })
      expect(await invite(session, { email: emailOf('mallory'), name: 'Mal Lory' })).toMatchObject({ state: 'granted' })
      expect([await rolesOf(session, 'murat'), await rolesOf(session, 'mallory')]).toEqual([['admin'], ['doctor']])
      expect(await recordOf(session, 'mallory')).toMatchObject([{ first_name: 'Mal', last_name: 'Lory' }])
      const mails = await session.as(superuser, ({ query }) =>
        query('select kind, recipient, language from private.mail_outbox order by kind'),
      )
      expect(mails).toEqual([
        { kind: 'account_role_admin', recipient: emailOf('murat'), language: 'en' },
        { kind: 'account_role_doctor', recipient: emailOf('mallory'), language: 'en' },
      ])
      expect(await refusal(invite(session, { email: emailOf('murat'), role: 'admin' }))).toEqual(['P0001', 'already_has_role'])
    })
  })

  test('stays unchanged by an invitation as a patient, and the admin learns that it exists', async () => {
    await db.as('nigar', async (session) => {
      expect(await invite(session, { email: emailOf('murat'), role: 'patient' })).toMatchObject({
        invitation_id: null,
        state: 'exists',
        account_id: idOf('murat'),
      })
      expect(await rolesOf(session, 'murat')).toEqual([])
    })
  })

  test('looks the same to a doctor as one without an account, in the response and in the invitation', async () => {
    await db.as('aylin', async (session) => {
      const answers: unknown[] = []
      const invitations: unknown[] = []
      for (const email of [emailOf('murat'), NEW]) {
        const { invitation_id: id, ...answer } = await invite(session, { email, role: 'patient', name: 'A B' })
        answers.push({ ...answer, address: '' })
        const columns = 'role, full_name, language, accepted_at, revoked_at, renewed_at'
        invitations.push(await session.query(`select ${columns} from invitations where id = $1`, [id]))
        expect((await refusal(session.query('select user_id from invitations')))[0]).toBe('42501')
      }
      expect(answers[0]).toMatchObject({ state: 'invited', account_id: null, may_know_account: false })
      expect(answers[1]).toEqual(answers[0])
      expect(invitations[1]).toEqual(invitations[0])
    })
  })

  test('cannot be invited if the account is banned', async () => {
    await db.as(superuser, async (session) => {
      await session.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [idOf('murat')])
      expect(await refusal(session.as('nigar', (nigar) => invite(nigar, { email: emailOf('murat') })))).toEqual(['P0001', 'account_banned'])
    })
  })

  test('loses an unconfirmed account with everything that a stranger stored in it', async () => {
    await db.as('nigar', async (session) => {
      await makeAccount(session, NEW, { isInvited: false })
      await session.as(superuser, ({ query }) =>
        query("update auth.users set encrypted_password = 'of a stranger' where id = $1", [idOf(NEW)]),
      )
      expect(await invite(session)).toMatchObject({ state: 'invited', account_id: null })
      expect(await session.as(superuser, ({ query }) => query('select from auth.users where id = $1', [idOf(NEW)]))).toHaveLength(0)
    })
  })
})

describe('an account that was confirmed without a link to its address', () => {
  const signedUpAtOnce = ({ as }: Session) =>
    as(superuser, async ({ query }) => {
      await query(
        `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
         values ($1, 'authenticated', 'authenticated', $2, 'of a stranger', now(), '{}')`,
        [idOf(NEW), NEW],
      )
      await query(
        `insert into auth.identities (user_id, provider_id, provider, identity_data)
         values ($1::uuid, $1::text, 'email', jsonb_build_object('email', $2::text, 'email_verified', false))`,
        [idOf(NEW), NEW],
      )
    })

  test('is deleted without getting the role, which the new account gets with the link', async () => {
    await db.as('nigar', async (session) => {
      await signedUpAtOnce(session)
      expect(await invite(session, { role: 'admin' })).toMatchObject({ state: 'invited', account_id: null })
      expect(await rolesOf(session)).toEqual([])
      expect(await session.as(superuser, ({ query }) => query('select from auth.users where id = $1', [idOf(NEW)]))).toHaveLength(0)
      await makeAccount(session)
      await confirm(session)
      expect(await rolesOf(session)).toEqual(['admin'])
    })
  })

  test('stays without a role if it owns data', async () => {
    await db.as('nigar', async (session) => {
      await signedUpAtOnce(session)
      await session.as(superuser, ({ query }) =>
        query(
          `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
           values ($1, $2, ${IN_A_WEEK}, '10:00', 'Baş ağrısı')`,
          [idOf(NEW), db.aylin],
        ),
      )
      expect(await refusal(invite(session, { role: 'admin' }))).toEqual(['P0001', 'account_not_confirmed'])
      expect(await rolesOf(session)).toEqual([])
    })
  })

  test('gets a second role at once if an admin gave it the first', async () => {
    await db.as('nigar', async (session) => {
      await signedUpAtOnce(session)
      await session.query("insert into user_roles (user_id, role) values ($1, 'doctor')", [idOf(NEW)])
      expect(await invite(session, { role: 'admin' })).toMatchObject({ state: 'granted', account_id: idOf(NEW) })
    })
  })
})
