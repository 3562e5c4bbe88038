import { describe, expect, test } from 'vitest'
import { anonymous, emailOf, idOf, type Name, refusal, type Session, serviceRole, superuser } from './clinic.ts'
import { confirm, invite, makeAccount, NEW, rolesOf, useClinicWithAccounts, type Wish } from './inviting.ts'

const db = useClinicWithAccounts()
const FORBIDDEN = ['42501', 'permission denied']
const inviteAs = (person: Parameters<typeof db.as>[0], wish?: Wish) => refusal(db.as(person, (session) => invite(session, wish)))

describe('permission to invite', () => {
  test.each(['doctor', 'admin', 'patient'])('an admin invites a %s', async (role) => {
    await db.as('nigar', async (session) => {
      expect(await invite(session, { role })).toMatchObject({ state: 'invited', account_id: null })
    })
  })

  test('a doctor invites patients only', async () => {
    expect(await inviteAs('aylin', { role: 'patient' })).toBe('was allowed')
    for (const role of ['doctor', 'admin']) expect(await inviteAs('aylin', { role })).toEqual(FORBIDDEN)
  })

  test.each(['leyla', 'mallory'])('%s invites nobody', async (person) => {
    for (const role of ['doctor', 'admin', 'patient']) expect(await inviteAs(person, { role })).toEqual(FORBIDDEN)
  })

  test('visitors and the secret key without a person invite nobody', async () => {
    for (const person of [anonymous, serviceRole]) expect((await inviteAs(person, { role: 'patient' }))[0]).toBe('42501')
  })

  test('an admin whose second factor is due invites nobody', async () => {
    await db.as(superuser, async (session) => {
      await session.query("update user_roles set granted_at = now() - interval '15 days'")
      expect(await refusal(session.as('nigar', (nigar) => invite(nigar)))).toEqual(FORBIDDEN)
    })
  })

  test('nobody can write the table, admins can read all rows, and doctors their own', async () => {
    await db.as('nigar', async (session) => {
      await invite(session, { role: 'doctor' })
      await session.as('aylin', (aylin) => invite(aylin, { role: 'patient', email: 'patient@example.test' }))
      const seen = (person: Name) => session.as(person, async ({ query }) => (await query('select from invitations')).length)
      expect([await seen('nigar'), await seen('aylin'), await seen('rauf'), await seen('leyla'), await seen('mallory')]).toEqual([
        2, 1, 0, 0, 0,
      ])
    })
    for (const attempt of [
      `insert into invitations (email, role, language) values ('mallory@example.test', 'admin', 'tr')`,
      `update invitations set email = 'mallory@example.test'`,
      'delete from invitations',
      `select private.grant_invited('${idOf('mallory')}', null)`,
      `select private.drop_unaccepted_account('${emailOf('leyla')}')`,
    ])
      for (const person of ['nigar', 'aylin', 'mallory'] as const)
        expect((await refusal(db.as(person, ({ query }) => query(attempt))))[0]).toBe('42501')
    expect((await refusal(db.as(anonymous, ({ query }) => query('select from invitations'))))[0]).toBe('42501')
  })
})

describe('a new invitation', () => {
  test.each([
    [{ email: 'nobody' }, 'invitation_email_invalid'],
    [{ email: 'ayşe@example.test' }, 'invitation_email_invalid'],
    [{ email: 'a@example.test\r\nBcc: b@example.test' }, 'invitation_email_invalid'],
    [{ language: 'de' }, 'invitation_language_invalid'],
    [{ zone: 'Europe/Paris' }, 'invitation_timezone_invalid'],
    [{ zone: '' }, 'invitation_timezone_invalid'],
    [{ name: 'x'.repeat(201) }, 'invitation_name_invalid'],
    [{ name: 'Elif\nYıldız' }, 'invitation_name_invalid'],
    [{ name: ' ' }, 'invitation_name_required'],
    [{ name: '\u202e\u2066' }, 'invitation_name_required'],
    [{ doctor: idOf('nothing') }, 'doctor_not_found'],
    [{ role: 'admin', doctor: idOf('doctor rauf') }, 'doctor_not_found'],
    [{ doctor: idOf('doctor rauf') }, 'doctor_already_linked'],
  ])('%j is refused', async (wish, name) => {
    expect(await inviteAs('nigar', wish)).toEqual(['P0001', name])
  })

  test('one address gets at most ten invitations a day from all senders', async () => {
    await db.as('nigar', async (session) => {
      for (let n = 0; n < 10; n++) await invite(session, { role: 'patient', email: `new.person+${n}@example.test` })
      expect(await refusal(session.as('aylin', (aylin) => invite(aylin, { role: 'patient' })))).toEqual(['P0001', 'too_many_invitations'])
    })
  })
})

describe('renewing and revoking', () => {
  const renew = ({ query }: Pick<Session, 'query'>, id: string) => query<{ renewed_id: string }>('select * from renew_invitation($1)', [id])
  const revoke = ({ query }: Pick<Session, 'query'>, id: string) => query('select revoke_invitation($1)', [id])

  test('a renewed or repeated invitation keeps its id and gets 72 more hours', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: id } = await invite(session)
      await session.as(superuser, ({ query }) => query("update invitations set expires_at = now() - interval '1 day'"))
      expect(await renew(session, id)).toMatchObject([{ renewed_id: id, state: 'invited' }])
      expect((await invite(session, { language: 'az' })).invitation_id).toBe(id)
      const rows = await session.query(
        `select language, extract(epoch from expires_at - now())::int / 3600 as hours, invited_by from invitations`,
      )
      expect(rows).toEqual([{ language: 'az', hours: 72, invited_by: idOf('nigar') }])
    })
  })

  test('revoking removes the account that the invitation created and invalidates its link', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: id } = await invite(session)
      await makeAccount(session)
      await revoke(session, id)
      expect(await session.as(superuser, ({ query }) => query('select from auth.users where id = $1', [idOf(NEW)]))).toHaveLength(0)
      expect(await session.query('select revoked_at is not null as revoked from invitations')).toEqual([{ revoked: true }])
      expect(await refusal(revoke(session, id))).toEqual(['P0001', 'invitation_not_open'])
    })
  })

  test('revoking one of two invitations keeps the other', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: id } = await invite(session, { role: 'admin' })
      await invite(session)
      await makeAccount(session)
      await revoke(session, id)
      await confirm(session)
      expect(await rolesOf(session)).toEqual(['doctor'])
    })
  })

  test('only admins can renew and revoke, and doctors only their own invitations of patients', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: staff } = await invite(session)
      const { invitation_id: patient } = await session.as('aylin', (aylin) => invite(aylin, { role: 'patient', email: 'p@example.test' }))
      for (const attempt of [renew, revoke]) {
        for (const person of ['aylin', 'rauf', 'leyla', 'mallory'] as const)
          expect(await refusal(session.as(person, (other) => attempt(other, staff)))).toEqual(FORBIDDEN)
        for (const person of ['rauf', 'mallory'] as const)
          expect(await refusal(session.as(person, (other) => attempt(other, patient)))).toEqual(FORBIDDEN)
        expect(await refusal(session.as('mallory', (other) => attempt(other, idOf('nothing'))))).toEqual(FORBIDDEN)
      }
      await session.as('aylin', async (aylin) => {
        await renew(aylin, patient)
        await revoke(aylin, patient)
      })
    })
  })
})

test('erasing an account erases its invitations', async () => {
  await db.as('nigar', async (session) => {
    await invite(session, { email: emailOf('murat'), role: 'admin' })
    await session.as('murat', ({ query }) => query('select erase_my_account($1)', [emailOf('murat')]))
    expect(await session.query('select from invitations')).toHaveLength(0)
  })
})
