// Invitations to claim a record or to become the second guardian: permissions, and what the answer reveals.
import { beforeEach, describe, expect, test } from 'vitest'
import { accept, inviteAbout, invited, leave, readInvitation, writeInvitation } from './claims.ts'
import { anonymous, emailOf, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
beforeEach(() => db.keep(superuser, ({ query }) => query('delete from private.rate_counters')))
const GRANNY = 'granny@example.test'
const open = (session: Session, patient: string) =>
  session.as(superuser, ({ query }) =>
    query<{ id: string; kind: string; email: string }>(
      'select id, kind, email from patient_invitations where patient_id = $1 and accepted_at is null and revoked_at is null',
      [patient],
    ),
  )
const revoke = (session: Session, person: Parameters<Session['as']>[0], id: string) =>
  session.as(person, ({ query }) => query('select revoke_patient_invitation($1)', [id]))

describe('an invitation to claim a record', () => {
  test.each(['leyla', 'nigar'])('can be sent by a guardian or an admin: %s', async (sender) => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla', { language: 'az' })
      const id = await inviteAbout(session, sender, patient, ` ${GRANNY.toUpperCase()} `)
      expect(
        await session.query(
          `select kind, email, language, invited_by, token_hash, expires_at - created_at = interval '72 hours' as lasts
           from patient_invitations where id = $1`,
          [id],
        ),
      ).toEqual([{ kind: 'claim', email: GRANNY, language: 'az', invited_by: idOf(sender), token_hash: null, lasts: true }])
      expect(await session.query('select kind, recipient, payload from private.mail_outbox where recipient = $1', [GRANNY])).toEqual([
        { kind: 'account_patient_claim', recipient: GRANNY, payload: { invitation_id: id } },
      ])
      expect(await session.query("select actor, details from audit_log where action = 'patient.invited'")).toEqual([
        { actor: idOf(sender), details: { invitation_id: id, kind: 'claim' } },
      ])
    })
  })

  test('about a caller, who must be an adult, can be sent by an admin only', async () => {
    await inTest(async (session) => {
      const patient = await addCaller(session)
      expect(await refusal(inviteAbout(session, 'leyla', patient, GRANNY))).toEqual(['P0001', 'not_a_guardian'])
      await inviteAbout(session, 'nigar', patient, GRANNY)
      await turnAdult(session, patient, 1)
      expect(await refusal(inviteAbout(session, 'nigar', patient, GRANNY))).toEqual(['P0001', 'patient_is_minor'])
    })
  })

  test('about a child can be sent from the 18th birthday on by the former guardian', async () => {
    await inTest(async (session) => {
      const patient = await addChild(session, 'leyla')
      await turnAdult(session, patient, 1)
      expect(await refusal(inviteAbout(session, 'leyla', patient, GRANNY))).toEqual(['P0001', 'patient_is_minor'])
      await turnAdult(session, patient)
      await inviteAbout(session, 'leyla', patient, GRANNY)
    })
  })

  test('is refused alike for other senders, accounts, erased records and unknown ids', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      for (const sender of ['murat', 'aylin'])
        expect(await refusal(inviteAbout(session, sender, patient, GRANNY))).toEqual(['P0001', 'not_a_guardian'])
      for (const other of [idOf('murat'), idOf('leyla'), idOf('nobody')])
        expect(await refusal(inviteAbout(session, 'leyla', other, GRANNY))).toEqual(['P0001', 'not_a_guardian'])
      expect((await refusal(inviteAbout(session, anonymous, patient, GRANNY)))[0]).toBe('42501')
      await leave(session, 'leyla', patient)
      expect(await refusal(inviteAbout(session, 'leyla', patient, GRANNY))).toEqual(['P0001', 'not_a_guardian'])
      await session.query('update only private.profiles set erased_at = now() where user_id = $1', [patient])
      expect(await refusal(inviteAbout(session, 'nigar', patient, GRANNY))).toEqual(['P0001', 'not_a_guardian'])
    })
  })

  test('gives the same answer whether or not the address has an account', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const answers: unknown[] = []
      for (const email of [GRANNY, emailOf('murat'), emailOf('aylin')]) {
        const id = await inviteAbout(session, 'leyla', patient, email)
        const [row] = await session.as('leyla', ({ query }) =>
          query('select kind, accepted_at, revoked_at from patient_invitations where id = $1', [id]),
        )
        answers.push([typeof id, row])
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    })
  })

  test.each<[string, string, string]>([
    ['an invalid address', 'granny', 'invitation_email_invalid'],
    ['an address with letters beyond ASCII', 'büyükanne@example.test', 'invitation_email_invalid'],
    ['the sender’s own address', ` ${emailOf('leyla').toUpperCase()}`, 'invitation_to_oneself'],
  ])('is refused for %s', async (_, email, error) => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      expect(await refusal(inviteAbout(session, 'leyla', patient, email))).toEqual(['P0001', error])
    })
  })

  test('is limited to twenty a day from one sender and ten to one mailbox', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      for (let n = 0; n < 10; n++) await inviteAbout(session, 'leyla', patient, `granny+${n}@example.test`)
      expect(await refusal(inviteAbout(session, 'leyla', patient, GRANNY))).toEqual(['P0001', 'too_many_invitations'])
      for (let n = 0; n < 10; n++) await inviteAbout(session, 'leyla', patient, `other${n}@example.test`)
      expect(await refusal(inviteAbout(session, 'leyla', patient, 'last@example.test'))).toEqual(['P0001', 'too_many_invitations'])
    })
  })

  test('replaces the previous one and invalidates its link', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const first = await invited(session, 'leyla', patient, 'murat')
      const second = await inviteAbout(session, 'leyla', patient, GRANNY)
      expect(await open(session, patient)).toEqual([{ id: second, kind: 'claim', email: GRANNY }])
      expect(await readInvitation(session, 'murat', first)).toEqual({ state: 'gone' })
      expect(await refusal(accept(session, 'murat', first))).toEqual(['P0001', 'invitation_not_open'])
    })
  })
})

describe('an invitation to become the second guardian', () => {
  test('can be sent by the guardian of a child only', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      for (const sender of ['murat', 'nigar'])
        expect(await refusal(inviteAbout(session, sender, child, GRANNY, 'guardian'))).toEqual(['P0001', 'not_a_guardian'])
      expect((await refusal(inviteAbout(session, anonymous, child, GRANNY, 'guardian')))[0]).toBe('42501')
      const id = await inviteAbout(session, 'leyla', child, GRANNY, 'guardian')
      expect(await open(session, child)).toEqual([{ id, kind: 'guardian', email: GRANNY }])
      const adult = await addAdult(session, 'leyla')
      expect(await refusal(inviteAbout(session, 'leyla', adult, GRANNY, 'guardian'))).toEqual(['P0001', 'patient_is_adult'])
      await turnAdult(session, child)
      expect(await refusal(inviteAbout(session, 'leyla', child, GRANNY, 'guardian'))).toEqual(['P0001', 'patient_is_adult'])
    })
  })

  test('is refused if there are two guardians', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      expect(await refusal(inviteAbout(session, 'leyla', child, GRANNY, 'guardian'))).toEqual(['P0001', 'too_many_guardians'])
    })
  })

  test('can be accepted once, with a declaration', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await invited(session, 'leyla', child, 'murat', 'guardian')
      for (const version of [null, 'yes'])
        expect(await refusal(accept(session, 'murat', id, version))).toEqual(['P0001', 'declaration_required'])
      expect(await accept(session, 'murat', id)).toEqual({ kind: 'guardian', patient_id: child })
      expect(
        await session.query('select relationship, authority, declaration_version from guardians where guardian_id = $1', [idOf('murat')]),
      ).toEqual([{ relationship: 'child', authority: 'parental', declaration_version: '2026-11-18' }])
      expect(await session.query("select actor, subject, details from audit_log where action = 'guardian.added'")).toEqual([
        {
          actor: idOf('murat'),
          subject: `user:${child}`,
          details: { guardian_id: idOf('murat'), invited_by: idOf('leyla'), declaration_version: '2026-11-18' },
        },
      ])
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'invitation_not_open'])
      expect(await readInvitation(session, 'murat', id)).toEqual({ state: 'used' })
    })
  })

  test('cannot be accepted if there are two guardians, if the child has grown up, or by a guardian', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const id = await invited(session, 'leyla', child, 'murat', 'guardian')
      await addGuardian(session, child, 'mallory')
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'too_many_guardians'])
      await leave(session, 'mallory', child)
      await turnAdult(session, child)
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'patient_is_adult'])
      await turnAdult(session, child, 1)
      await addGuardian(session, child, 'murat')
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'already_a_guardian'])
    })
  })
})

describe('the link of an invitation', () => {
  test('shows sender, patient and kind to anybody who has it', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const id = await invited(session, 'leyla', patient, 'murat')
      const said = {
        state: 'open',
        kind: 'claim',
        email: emailOf('murat'),
        patient: 'Zeynep Test',
        invited_by: 'leyla Test',
        has_account: true,
      }
      for (const person of [anonymous, 'murat', 'mallory']) expect(await readInvitation(session, person, id)).toMatchObject(said)
      const other = await inviteAbout(session, 'nigar', patient, GRANNY)
      expect(await readInvitation(session, anonymous, other)).toEqual({ state: 'gone' })
      await writeInvitation(session, other)
      expect(await readInvitation(session, anonymous, other)).toMatchObject({ invited_by: null, has_account: false })
    })
  })

  test('works only for the account with the confirmed address', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const id = await invited(session, 'leyla', patient, 'murat')
      expect(await refusal(accept(session, 'mallory', id))).toEqual(['P0001', 'invitation_for_another_address'])
      expect((await refusal(accept(session, anonymous, id)))[0]).toBe('42501')
      expect(await refusal(accept(session, 'murat', 'guessed'))).toEqual(['P0001', 'invitation_not_open'])
      await session.query('update auth.users set email_confirmed_at = null where id = $1', [idOf('murat')])
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'invitation_for_another_address'])
    })
  })

  test('expires after 72 hours', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const id = await invited(session, 'leyla', patient, 'murat')
      await session.query('update patient_invitations set expires_at = now()')
      expect(await readInvitation(session, anonymous, id)).toEqual({ state: 'expired' })
      expect(await refusal(accept(session, 'murat', id))).toEqual(['P0001', 'invitation_not_open'])
      expect(await writeInvitation(session, id)).toEqual([])
    })
  })

  test('becomes invalid when the sender, another guardian or an admin revokes it', async () => {
    for (const person of ['leyla', 'murat', 'nigar'])
      await inTest(async (session) => {
        const child = await addChild(session, 'leyla')
        const id = await invited(session, 'leyla', child, 'mallory', 'guardian')
        await addGuardian(session, child, 'murat')
        for (const other of ['mallory', 'aylin']) expect((await refusal(revoke(session, other, id)))[0]).toBe('42501')
        expect((await refusal(revoke(session, 'leyla', idOf('nothing'))))[0]).toBe('42501')
        await revoke(session, person, id)
        expect(await readInvitation(session, anonymous, id)).toEqual({ state: 'gone' })
        expect(await refusal(revoke(session, person, id))).toEqual(['P0001', 'invitation_not_open'])
      })
  })

  test('is stored as a hash that users can neither read nor set', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const id = await invited(session, 'leyla', patient, 'murat')
      for (const person of ['leyla', 'nigar', 'murat']) {
        expect((await refusal(session.as(person, ({ query }) => query('select token_hash from patient_invitations'))))[0]).toBe('42501')
        expect((await refusal(session.as(person, ({ query }) => query("select * from write_patient_invitation($1, '00')", [id]))))[0]).toBe(
          '42501',
        )
        expect((await refusal(session.as(person, ({ query }) => query("select * from prepare_invited_account('x')"))))[0]).toBe('42501')
      }
    })
  })
})

test('sender, guardians and admins can read open invitations, and nobody can write them', async () => {
  await inTest(async (session) => {
    const child = await addChild(session, 'leyla')
    const id = await invited(session, 'leyla', child, 'mallory', 'guardian')
    await addGuardian(session, child, 'murat')
    const readBy = (person: Parameters<Session['as']>[0]) => session.as(person, ({ query }) => query('select id from patient_invitations'))
    for (const person of ['leyla', 'murat', 'nigar']) expect(await readBy(person)).toEqual([{ id }])
    for (const person of ['mallory', 'aylin']) expect(await readBy(person)).toEqual([])
    expect((await refusal(readBy(anonymous)))[0]).toBe('42501')
    for (const statement of [
      'insert into patient_invitations default values',
      'update patient_invitations set email = null',
      'delete from patient_invitations',
    ])
      expect((await refusal(session.as('nigar', ({ query }) => query(statement))))[0]).toBe('42501')
    const [row] = await session.as('murat', ({ query }) => query('select invited from list_my_people()'))
    expect(row?.['invited']).toEqual([{ id, kind: 'guardian', email: emailOf('mallory'), expires_at: expect.any(String) }])
  })
})
