import { describe, expect, test } from 'vitest'
import { emailOf, idOf, type Session, superuser } from './clinic.ts'
import { confirm, invite, makeAccount, NEW, recordOf, rolesOf, useClinicWithAccounts } from './inviting.ts'

const db = useClinicWithAccounts()

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

  test('is also set for an existing account', async () => {
    await db.as('nigar', async (session) => {
      await invite(session, { email: emailOf('murat'), zone: 'Asia/Dubai' })
      expect(await recordOf(session, 'murat')).toMatchObject([{ timezone: 'Asia/Dubai' }])
    })
  })

  test('does not change a chosen record and is not stored for other roles', async () => {
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

  test('stays when the invitation is renewed', async () => {
    await db.as('nigar', async (session) => {
      const { invitation_id } = await invite(session, { zone: 'Asia/Tashkent' })
      await session.query('select renew_invitation($1)', [invitation_id])
      expect(await session.query('select timezone from invitations')).toEqual([{ timezone: 'Asia/Tashkent' }])
    })
  })
})

describe('accepting an invitation', () => {
  test('gives the role and a new record only once the address is confirmed', async () => {
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

  test('links the chosen record unless it has been linked to somebody else by then', async () => {
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

  test('gives an admin the role and no record, and a patient neither', async () => {
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

  test('happens once, so confirming again does not restore a removed role', async () => {
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

  test('gives nothing after expiry or revocation, with another address, or without the invitation’s mail', async () => {
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

  test('gives nothing once the sender is no longer an admin', async () => {
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
