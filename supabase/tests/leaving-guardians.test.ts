// Guardians who leave or erase their account, and what happens to their patients.
import { describe, expect, test } from 'vitest'
import { accept, entriesOf, guardiansOf, inviteAbout, invited, leave, readInvitation, rowOfProfile } from './claims.ts'
import { anonymous, emailOf, IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, arrangeFor, peopleOf, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

describe('a guardian', () => {
  test('can leave a child who has another guardian, whether the first or the second one', async () => {
    for (const [leaving, staying] of [
      ['leyla', 'murat'],
      ['murat', 'leyla'],
    ] as const)
      await inTest(async (session) => {
        const child = await addChild(session, 'leyla')
        const appointment = await arrangeFor(session, child, db.aylin)
        await addGuardian(session, child, 'murat')
        await leave(session, leaving, child)
        expect(await guardiansOf(session, child)).toEqual([idOf(staying)])
        expect(await peopleOf(session, leaving)).toEqual([])
        expect(await session.as(leaving, ({ query }) => query('select from appointments'))).toEqual([])
        expect(await session.as(staying, ({ query }) => query('select id, status from appointments'))).toEqual([
          { id: appointment, status: 'confirmed' },
        ])
        expect(await entriesOf(session, child, 'guardian.left')).toEqual([
          { actor: idOf(leaving), details: { guardian_id: idOf(leaving) } },
        ])
      })
  })

  test('cannot leave a child as the last one until another guardian has accepted', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      expect(await refusal(leave(session, 'leyla', child))).toEqual(['P0001', 'last_guardian'])
      const invitation = await invited(session, 'leyla', child, 'murat', 'guardian')
      expect(await refusal(leave(session, 'leyla', child))).toEqual(['P0001', 'last_guardian'])
      await accept(session, 'murat', invitation)
      await leave(session, 'leyla', child)
      expect(await peopleOf(session, 'murat')).toEqual([child])
      expect(await refusal(leave(session, 'murat', child))).toEqual(['P0001', 'last_guardian'])
    })
  })

  test('revokes their open invitation of a second guardian by leaving', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const invitation = await invited(session, 'leyla', child, 'mallory', 'guardian')
      await addGuardian(session, child, 'murat')
      await leave(session, 'leyla', child)
      expect(await readInvitation(session, anonymous, invitation)).toEqual({ state: 'gone' })
    })
  })

  test('can leave an adult even as the last one, and the record stays for reception and for a claim', async () => {
    await inTest(async (session) => {
      const patient = await addAdult(session, 'leyla')
      const invitation = await invited(session, 'leyla', patient, 'murat')
      await leave(session, 'leyla', patient)
      expect(await guardiansOf(session, patient)).toEqual([])
      expect(await rowOfProfile(session, patient)).toMatchObject({ first_name: 'Zeynep', erased_at: null })
      expect(await session.as('nigar', ({ query }) => query("select user_id from find_patients('Zeynep')"))).toEqual([{ user_id: patient }])
      expect(await accept(session, 'murat', invitation)).toMatchObject({ kind: 'claim' })
    })
  })

  test('can leave a child who has grown up', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await turnAdult(session, child)
      await leave(session, 'leyla', child)
      expect(await guardiansOf(session, child)).toEqual([])
    })
  })

  test('cannot leave strangers, accounts or callers, nor leave twice', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const caller = await addCaller(session)
      for (const person of ['murat', 'nigar', 'aylin'])
        expect(await refusal(leave(session, person, child))).toEqual(['P0001', 'not_a_guardian'])
      for (const other of [idOf('leyla'), idOf('murat'), caller, idOf('nobody')])
        expect(await refusal(leave(session, 'leyla', other))).toEqual(['P0001', 'not_a_guardian'])
      expect((await refusal(leave(session, anonymous, child)))[0]).toBe('42501')
      const adult = await addAdult(session, 'leyla')
      await leave(session, 'leyla', adult)
      expect(await refusal(leave(session, 'leyla', adult))).toEqual(['P0001', 'not_a_guardian'])
    })
  })
})

describe('leaving and booking at the same moment', () => {
  const waitForLock = async ({ query }: Session) => {
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"
    while ((await query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const bookAs = (session: Session, person: string, patient: string, time: string) =>
    session.as(person, ({ query }) =>
      query(
        `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
         values ($1, $2, ${IN_A_WEEK}, $3, 'Baş ağrısı', 'pending')`,
        [patient, db.rauf, time],
      ),
    )
  const keptAdult = () => db.keep(superuser, (session) => addAdult(session, 'leyla'))

  test('a booking that comes first stays, and the guardian leaves', async () => {
    const patient = await keptAdult()
    let leaving: Promise<unknown> | undefined
    await db.keep(superuser, async (session) => {
      await bookAs(session, 'leyla', patient, '10:00')
      leaving = db.keep(superuser, (other) => leave(other, 'leyla', patient))
      await waitForLock(session)
    })
    await leaving
    expect(await db.as(superuser, ({ query }) => query('select user_id from appointments where user_id = $1', [patient]))).toHaveLength(1)
    expect(await db.as('leyla', ({ query }) => query('select from appointments where user_id = $1', [patient]))).toEqual([])
  })

  test('a booking that comes second is refused', async () => {
    const patient = await keptAdult()
    let booking: Promise<unknown> | undefined
    await db.keep(superuser, async (session) => {
      await leave(session, 'leyla', patient)
      booking = refusal(db.keep(superuser, (other) => bookAs(other, 'leyla', patient, '11:00')))
      await waitForLock(session)
    })
    expect(await booking).toEqual(['42501', 'permission denied'])
  })

  test('one of two guardians who leave a child at once has to stay', async () => {
    const child = await db.keep(superuser, async (session) => {
      const id = await addChild(session, 'leyla')
      await addGuardian(session, id, 'murat')
      return id
    })
    const answers = await Promise.all(
      ['leyla', 'murat'].map((person) => refusal(db.keep(superuser, (session) => leave(session, person, child)))),
    )
    expect(answers).toEqual(expect.arrayContaining([['P0001', 'last_guardian'], 'was allowed']))
    expect(await db.as(superuser, (session) => guardiansOf(session, child))).toHaveLength(1)
  })
})

describe('erasing a guardian’s account', () => {
  const erase = (session: Session, person: string) =>
    session.as(person, async ({ query }) => {
      await query("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({
          sub: idOf(person),
          role: 'authenticated',
          amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
        }),
      ])
      return query('select erase_my_account($1)', [emailOf(person)])
    })

  test('erases the records of which they are the only guardian, like an account’s', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const adult = await addAdult(session, 'leyla')
      const coming = await arrangeFor(session, child, db.aylin)
      const past = await arrangeFor(session, adult, db.aylin, { startsIn: '-3 days', status: 'completed' })
      await session.query("update appointments set notes = 'Note' where id = $1", [past])
      await session.query(
        `insert into storage.objects (bucket_id, name, owner_id, metadata)
         values ('appointment-files', $1, $2, '{"size": 1000, "mimetype": "application/pdf"}')`,
        [`${past}/1-report.pdf`, idOf('leyla')],
      )
      await session.query(
        `insert into appointment_files (appointment_id, file_name, file_path, file_size, file_type, uploaded_by)
         values ($1::uuid, 'report.pdf', $1::uuid || '/1-report.pdf', 1000, 'application/pdf', $2)`,
        [past, idOf('leyla')],
      )
      const invitation = await inviteAbout(session, 'leyla', adult, 'granny@example.test')
      await session.query('delete from private.mail_outbox')
      await erase(session, 'leyla')
      for (const patient of [child, adult]) {
        expect(await rowOfProfile(session, patient)).toMatchObject({
          first_name: 'deleted',
          last_name: 'user',
          phone: null,
          date_of_birth: null,
          birth_year: null,
          gender: null,
          medical_history: null,
          timezone_chosen_at: null,
          has_account: false,
          erased_at: expect.any(Date),
        })
        expect(await entriesOf(session, patient, 'patient.erased')).toEqual([{ actor: idOf('leyla'), details: {} }])
        expect(await guardiansOf(session, patient)).toEqual([])
      }
      expect(
        await session.query(
          `select id, status, cancelled_by, patient_complaint, notes, erased_at is not null as erased
           from appointments where user_id = any ($1) order by starts_at desc`,
          [[child, adult]],
        ),
      ).toEqual([
        { id: coming, status: 'cancelled', cancelled_by: 'patient', patient_complaint: null, notes: null, erased: true },
        { id: past, status: 'completed', cancelled_by: null, patient_complaint: null, notes: null, erased: true },
      ])
      expect(
        await session.query('select kind, user_id, payload ->> $1 as told from private.mail_outbox where kind = $2', [
          'to',
          'appointment_cancelled',
        ]),
      ).toEqual([{ kind: 'appointment_cancelled', user_id: idOf('aylin'), told: 'doctor' }])
      expect(await session.query('select path from private.files_to_remove')).toEqual([{ path: `${past}/1-report.pdf` }])
      expect(await session.query('select from appointment_files')).toEqual([])
      expect(await session.query('select from consents where user_id = any ($1)', [[child, adult]])).toEqual([])
      expect(await session.query('select from patient_invitations where id = $1', [invitation])).toEqual([])
      expect(await session.as('nigar', ({ query }) => query("select from find_patients('deleted')"))).toEqual([])
    })
  })

  test('keeps records with another guardian, and those of children who have grown up', async () => {
    await inTest(async (session) => {
      const shared = await addChild(session, 'leyla')
      await addGuardian(session, shared, 'murat')
      const grown = await addChild(session, 'leyla')
      const appointment = await arrangeFor(session, shared, db.aylin)
      await turnAdult(session, grown)
      await erase(session, 'leyla')
      expect(await guardiansOf(session, shared)).toEqual([idOf('murat')])
      expect(await session.as('murat', ({ query }) => query('select id, status from appointments'))).toEqual([
        { id: appointment, status: 'confirmed' },
      ])
      expect(await rowOfProfile(session, grown)).toMatchObject({ first_name: 'Can', medical_history: 'Astım', erased_at: null })
      expect(await guardiansOf(session, grown)).toEqual([])
      await inviteAbout(session, 'nigar', grown, 'can@example.test')
    })
  })

  test('deletes invitations to their address and removes their name from those they sent', async () => {
    await inTest(async (session) => {
      const theirs = await addAdult(session, 'murat')
      const toThem = await invited(session, 'murat', theirs, 'leyla')
      const grown = await addChild(session, 'leyla')
      await turnAdult(session, grown)
      const fromThem = await inviteAbout(session, 'leyla', grown, 'can@example.test')
      await erase(session, 'leyla')
      expect(await session.query('select id, invited_by from patient_invitations')).toEqual([{ id: fromThem, invited_by: null }])
      expect(await readInvitation(session, anonymous, toThem)).toEqual({ state: 'gone' })
    })
  })
})

test('the 18th birthday ends the right at midnight in the patient’s time zone', async () => {
  await inTest(async (session) => {
    // The two zones are 25 hours apart, so at any time the birthday has begun in one and not in the other.
    const [early, late] = [await addChild(session, 'leyla'), await addChild(session, 'leyla')]
    await session.query("update only private.profiles set timezone = 'Pacific/Kiritimati' where user_id = $1", [early])
    await session.query("update only private.profiles set timezone = 'Pacific/Pago_Pago' where user_id = $1", [late])
    await session.query(
      "update only private.profiles set date_of_birth = ((now() at time zone 'Pacific/Kiritimati')::date - interval '18 years')::date where user_id = any ($1)",
      [[early, late]],
    )
    const people = await peopleOf(session, 'leyla')
    expect([people.includes(early), people.includes(late)]).toEqual([false, true])
    expect(await refusal(inviteAbout(session, 'leyla', late, 'can@example.test'))).toEqual(['P0001', 'patient_is_minor'])
    await inviteAbout(session, 'leyla', early, 'can@example.test')
    expect(await refusal(leave(session, 'leyla', late))).toEqual(['P0001', 'last_guardian'])
    await leave(session, 'leyla', early)
  })
})

describe('30 days before the 18th birthday', () => {
  const record = async (session: Session) => {
    const [row] = await session.query<{ n: number }>('select private.record_coming_of_age_mails() as n')
    return row?.n
  }
  test('each guardian gets one mail', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await turnAdult(session, child, 31)
      expect(await record(session)).toBe(0)
      await turnAdult(session, child, 30)
      await addGuardian(session, child, 'murat')
      expect(await record(session)).toBe(2)
      expect(await record(session)).toBe(0)
      expect(
        await session.query(
          "select user_id, recipient, payload from private.mail_outbox where kind = 'account_coming_of_age' order by recipient",
        ),
      ).toEqual(
        ['leyla', 'murat'].map((name) => ({
          user_id: idOf(name),
          recipient: emailOf(name),
          payload: { patient_id: child, guardian_id: idOf(name) },
        })),
      )
    })
  })

  test('nobody gets a mail about adults, or from the birthday on', async () => {
    await inTest(async (session) => {
      await addAdult(session, 'leyla')
      await turnAdult(session, await addChild(session, 'leyla'))
      expect(await record(session)).toBe(0)
      const child = await addChild(session, 'leyla')
      await turnAdult(session, child, 1)
      expect(await record(session)).toBe(1)
      const read = () => session.query('select first_name from private.read_coming_of_age($1, $2)', [child, idOf('leyla')])
      expect(await read()).toEqual([{ first_name: 'Can' }])
      await turnAdult(session, child)
      expect(await read()).toEqual([])
    })
  })

  test.each(['leyla', 'nigar'])('only the secret key can call the functions: not %s', async (person) => {
    for (const call of ['record_coming_of_age_mails()', `read_coming_of_age('${idOf('x')}', '${idOf('y')}')`])
      expect((await refusal(db.as(person, ({ query }) => query(`select * from ${call}`))))[0]).toBe('42501')
  })
})
