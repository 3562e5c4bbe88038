import { beforeAll, describe, expect, test } from 'vitest'
import {
  anonymous,
  emailOf,
  IN_A_WEEK,
  idOf,
  type Name,
  proveAddress,
  refusal,
  type Session,
  serviceRole,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
beforeAll(() => db.keep(superuser, (owner) => proveAddress(owner, 'murat', 'mallory')))

interface Created {
  invitation_id: string
  state: string
  account_id: string | null
}
interface Wish {
  email?: string
  role?: string
  language?: string
  name?: string | null
  doctor?: string | null
  zone?: string | null
}
const NEW = 'new.person@example.test'
const FORBIDDEN = ['42501', 'permission denied']

const invite = async (
  session: Pick<Session, 'query'>,
  { email = NEW, role = 'doctor', language = 'tr', name = 'Elif Su Yıldız', doctor = null, zone = null }: Wish = {},
) => {
  const [created] = await session.query<Created>('select * from create_invitation($1, $2, $3, $4, $5, $6)', [
    email,
    role,
    language,
    name,
    doctor,
    zone,
  ])
  if (!created) throw new Error('nothing was created')
  return created
}
const inviteAs = (person: Parameters<typeof db.as>[0], wish?: Wish) => refusal(db.as(person, (session) => invite(session, wish)))

/** What the auth service does when the secret key invites somebody, and when they open the link. */
async function makeAccount({ as }: Session, email = NEW, { isInvited = true } = {}) {
  await as(superuser, async ({ query }) => {
    await query(
      "insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2, '{}')",
      [idOf(email), email],
    )
    if (isInvited) await query('update auth.users set invited_at = now() where id = $1', [idOf(email)])
  })
}
const confirm = ({ as }: Session, email = NEW) =>
  as(superuser, ({ query }) => query('update auth.users set email_confirmed_at = now() where id = $1', [idOf(email)]))
const rolesOf = ({ as }: Session, email = NEW) =>
  as(superuser, async ({ query }) =>
    (await query<{ role: string }>('select role from user_roles where user_id = $1 order by 1', [idOf(email)])).map(({ role }) => role),
  )
const recordOf = ({ as }: Session, email = NEW) =>
  as(superuser, ({ query }) =>
    query('select id, first_name, last_name, available, timezone, timezone_confirmed_at from doctors where user_id = $1', [idOf(email)]),
  )

describe('who invites whom', () => {
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

  test('neither do visitors, nor the secret key without a person', async () => {
    for (const person of [anonymous, serviceRole]) expect((await inviteAs(person, { role: 'patient' }))[0]).toBe('42501')
  })

  test('an admin whose second factor is due invites nobody', async () => {
    await db.as(superuser, async (session) => {
      await session.query("update user_roles set granted_at = now() - interval '15 days'")
      expect(await refusal(session.as('nigar', (nigar) => invite(nigar)))).toEqual(FORBIDDEN)
    })
  })

  test('nobody writes the table, and only staff read it: admins all, doctors their own', async () => {
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

describe('what is asked for', () => {
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

  test('one address gets at most ten invitations a day, whoever sends them', async () => {
    await db.as('nigar', async (session) => {
      for (let n = 0; n < 10; n++) await invite(session, { role: 'patient', email: `new.person+${n}@example.test` })
      expect(await refusal(session.as('aylin', (aylin) => invite(aylin, { role: 'patient' })))).toEqual(['P0001', 'too_many_invitations'])
    })
  })
})

describe('the time zone of an invited doctor', () => {
  test.each([
    [{ zone: 'Asia/Baku' }, 'Asia/Baku'],
    [{}, 'Europe/Istanbul'],
  ])('%j gives the new record %s, which the doctor has yet to confirm', async (wish, timezone) => {
    await db.as('nigar', async (session) => {
      await invite(session, wish)
      await makeAccount(session)
      await confirm(session)
      expect(await recordOf(session)).toMatchObject([{ timezone, timezone_confirmed_at: null }])
    })
  })

  test('also reaches an account that was there', async () => {
    await db.as('nigar', async (session) => {
      await invite(session, { email: emailOf('murat'), zone: 'Asia/Dubai' })
      expect(await recordOf(session, 'murat')).toMatchObject([{ timezone: 'Asia/Dubai' }])
    })
  })

  test('stays that of the record where one was chosen, and is not kept for other roles', async () => {
    await db.as('nigar', async (session) => {
      const [free] = await session.query<{ id: string }>(
        `insert into doctors (first_name, last_name, timezone) values ('Deniz', 'Ak', 'Europe/Berlin') returning id`,
      )
      await invite(session, { doctor: free?.id ?? '', zone: 'Asia/Baku' })
      await invite(session, { role: 'admin', zone: 'Asia/Baku' })
      expect(await session.query('select timezone from invitations')).toEqual([{ timezone: null }, { timezone: null }])
      await makeAccount(session)
      await confirm(session)
      expect(await recordOf(session)).toMatchObject([{ timezone: 'Europe/Berlin' }])
    })
  })

  test('is renewed with the invitation', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id } = await invite(session, { zone: 'Asia/Tashkent' })
      await session.query('select renew_invitation($1)', [invitation_id])
      expect(await session.query('select timezone from invitations')).toEqual([{ timezone: 'Asia/Tashkent' }])
    })
  })
})

describe('accepting', () => {
  test('gives role and a new record once the address is confirmed, and not before', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id } = await invite(session, { email: ` ${NEW.toUpperCase()} ` })
      await makeAccount(session)
      expect([await rolesOf(session), await recordOf(session)]).toEqual([[], []])
      await confirm(session)
      expect(await rolesOf(session)).toEqual(['doctor'])
      expect(await recordOf(session)).toMatchObject([{ first_name: 'Elif Su', last_name: 'Yıldız' }])
      const accepted = await session.as(superuser, ({ query }) => query('select user_id, accepted_at is not null as done from invitations'))
      expect(accepted).toEqual([{ user_id: idOf(NEW), done: true }])
      const log = await session.query('select action, subject, details from audit_log order by id')
      expect(log).toEqual(
        expect.arrayContaining([
          { action: 'invitation.created', subject: `invitation:${invitation_id}`, details: { role: 'doctor' } },
          { action: 'invitation.accepted', subject: `user:${idOf(NEW)}`, details: { invitation_id, role: 'doctor' } },
          { action: 'role.added', subject: `user:${idOf(NEW)}`, details: { role: 'doctor' } },
        ]),
      )
    })
  })

  test('links the record that was chosen, and leaves it alone if somebody else has it by then', async () => {
    for (const isTaken of [false, true]) {
      await db.as('nigar', async (session) => {
        const [free] = await session.query<{ id: string }>(
          `insert into doctors (first_name, last_name) values ('Deniz', 'Ak') returning id`,
        )
        await invite(session, { doctor: free?.id ?? '', name: null })
        await makeAccount(session)
        if (isTaken) await session.query('select assign_doctor($1, $2)', [idOf('mallory'), free?.id])
        await confirm(session)
        expect(await rolesOf(session)).toEqual(['doctor'])
        expect(await recordOf(session)).toMatchObject(isTaken ? [] : [{ id: free?.id, first_name: 'Deniz' }])
      })
    }
  })

  test('as an admin gives that role and no record; as a patient neither', async () => {
    for (const [role, roles] of [
      ['admin', ['admin']],
      ['patient', []],
    ] as const)
      await db.as('nigar', async (session) => {
        await invite(session, { role })
        await makeAccount(session)
        await confirm(session)
        expect([await rolesOf(session), await recordOf(session)]).toEqual([roles, []])
      })
  })

  test('happens once: confirming again gives nothing back that was taken away', async () => {
    await db.as('nigar', async (session) => {
      await invite(session, { role: 'admin' })
      await makeAccount(session)
      await confirm(session)
      await session.query('delete from user_roles where user_id = $1', [idOf(NEW)])
      await session.as(superuser, ({ query }) => query('update auth.users set email_confirmed_at = null where id = $1', [idOf(NEW)]))
      await confirm(session)
      expect(await rolesOf(session)).toEqual([])
    })
  })

  test('too late, after a revocation, with another address, or without the invitation’s mail gives nothing', async () => {
    const outcome = (spoil: (session: Session) => Promise<unknown>, options = {}) =>
      db.as('nigar', async (session) => {
        await invite(session, { role: 'admin' })
        await makeAccount(session, NEW, options)
        await spoil(session)
        await confirm(session)
        return rolesOf(session)
      })
    const by = (sql: string) => (session: Session) => session.as(superuser, ({ query }) => query(sql))
    expect(await outcome(by('select'))).toEqual(['admin'])
    expect(await outcome(by("update invitations set expires_at = now() - interval '1 second'"))).toEqual([])
    expect(await outcome(by('update invitations set revoked_at = now()'))).toEqual([])
    expect(await outcome(by(`update auth.users set email = 'mallory.too@example.test' where id = '${idOf(NEW)}'`))).toEqual([])
    expect(await outcome(by('select'), { isInvited: false })).toEqual([])
  })

  test('what an admin sent is worth nothing once they are an admin no longer', async () => {
    await db.as('nigar', async (session) => {
      await session.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('murat')])
      await session.as('murat', (murat) => invite(murat, { role: 'admin' }))
      await makeAccount(session)
      await session.query("delete from user_roles where user_id = $1 and role = 'admin'", [idOf('murat')])
      await confirm(session)
      expect(await rolesOf(session)).toEqual([])
    })
  })
})

describe('an address with an account', () => {
  test('gets the role at once and a mail, in the language of the account', async () => {
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

  test('as a patient stays as it is, and the admin reads so', async () => {
    await db.as('nigar', async (session) => {
      expect(await invite(session, { email: emailOf('murat'), role: 'patient' })).toMatchObject({
        invitation_id: null,
        state: 'exists',
        account_id: idOf('murat'),
      })
      expect(await rolesOf(session, 'murat')).toEqual([])
    })
  })

  test('looks to a doctor like one without: neither answer nor invitation tells', async () => {
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

  test('that is banned gets nothing', async () => {
    await db.as(superuser, async (session) => {
      await session.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [idOf('murat')])
      expect(await refusal(session.as('nigar', (nigar) => invite(nigar, { email: emailOf('murat') })))).toEqual(['P0001', 'account_banned'])
    })
  })

  test('that nobody ever confirmed is replaced, with whatever a stranger left in it', async () => {
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

  test('gets no role: it is replaced, and the role comes with the link', async () => {
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

  test('in whose name something is kept is not replaced, and gets no role', async () => {
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

  test('that has a role already gets the other one: an admin gave it the first', async () => {
    await db.as('nigar', async (session) => {
      await signedUpAtOnce(session)
      await session.query("insert into user_roles (user_id, role) values ($1, 'doctor')", [idOf(NEW)])
      expect(await invite(session, { role: 'admin' })).toMatchObject({ state: 'granted', account_id: idOf(NEW) })
    })
  })
})

describe('renewing and revoking', () => {
  const renew = ({ query }: Pick<Session, 'query'>, id: string) => query<{ renewed_id: string }>('select * from renew_invitation($1)', [id])
  const revoke = ({ query }: Pick<Session, 'query'>, id: string) => query('select revoke_invitation($1)', [id])

  test('a renewed invitation is the same one with 72 more hours; inviting again renews too', async () => {
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

  test('revoking removes the account that waited for it, and makes its link invalid', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: id } = await invite(session)
      await makeAccount(session)
      await revoke(session, id)
      expect(await session.as(superuser, ({ query }) => query('select from auth.users where id = $1', [idOf(NEW)]))).toHaveLength(0)
      expect(await session.query('select revoked_at is not null as revoked from invitations')).toEqual([{ revoked: true }])
      expect(await refusal(revoke(session, id))).toEqual(['P0001', 'invitation_not_open'])
    })
  })

  test('revoking one of two leaves the other', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id: id } = await invite(session, { role: 'admin' })
      await invite(session)
      await makeAccount(session)
      await revoke(session, id)
      await confirm(session)
      expect(await rolesOf(session)).toEqual(['doctor'])
    })
  })

  test('only admins, and doctors for patients they invited', async () => {
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
