// Claiming a record: a new account gets the record's id, and an existing account gets the record's rows.
import { describe, expect, test } from 'vitest'
import { accept, asAccount, entriesOf, guardiansOf, inviteAbout, invited, makeAccount, rowOfProfile, writeInvitation } from './claims.ts'
import { book, consentOf, IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addChild, addGuardian, arrangeFor, peopleOf, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const GRANNY = 'granny@example.test'

async function grandmother(session: Session, patient: object = {}) {
  const id = await addAdult(session, 'leyla', patient)
  const invitation = await inviteAbout(session, 'leyla', id, GRANNY)
  await writeInvitation(session, invitation)
  return { id, invitation }
}

/** Adds a message and a file of a guardian, and a note of the doctor. */
async function fill(session: Session, appointment: string, by: string) {
  await session.query('insert into appointment_messages (appointment_id, sender, body) values ($1, $2, $3)', [
    appointment,
    idOf(by),
    'Salam',
  ])
  await session.query(
    `insert into storage.objects (bucket_id, name, owner_id, metadata)
     values ('appointment-files', $1, $2, '{"size": 1000, "mimetype": "application/pdf"}')`,
    [`${appointment}/1-report.pdf`, idOf(by)],
  )
  await session.query(
    `insert into appointment_files (appointment_id, file_name, file_path, file_size, file_type, uploaded_by)
     values ($1::uuid, 'report.pdf', $1::uuid || '/1-report.pdf', 1000, 'application/pdf', $2)`,
    [appointment, idOf(by)],
  )
  await session.query("update appointments set notes = 'Note' where id = $1", [appointment])
}

const seenBy = (session: Session, person: string) =>
  asAccount(session, person, async ({ query }) => ({
    appointments: (await query<{ id: string }>('select id from appointments')).map(({ id }) => id),
    messages: (await query('select body from appointment_messages')).length,
    files: (await query('select file_name from appointment_files')).length,
    objects: (await query("select name from storage.objects where bucket_id = 'appointment-files'")).length,
    profiles: (await query<{ user_id: string }>('select user_id from profiles')).map(({ user_id }) => user_id),
    consents: (await query('select user_id from consents')).length,
  }))
const NOTHING = { appointments: [], messages: 0, files: 0, objects: 0, consents: 0 }

describe('a new account', () => {
  test('gets the id of the record and everything in it, and the guardians lose access', async () => {
    await inTest(async (session) => {
      const { id, invitation } = await grandmother(session)
      await addGuardian(session, id, 'murat', { authority: 'asked', relationship: 'parent' })
      const appointment = await arrangeFor(session, id, db.aylin)
      await fill(session, appointment, 'leyla')
      expect(await seenBy(session, idOf('leyla'))).toMatchObject({ appointments: [appointment], messages: 1, files: 1, objects: 1 })
      await makeAccount(session, id, GRANNY)
      expect(await rowOfProfile(session, id)).toMatchObject({
        first_name: 'Zeynep',
        email: GRANNY,
        has_account: true,
        account_id: id,
        birth_year: null,
      })
      expect(await seenBy(session, id)).toMatchObject({ appointments: [appointment], messages: 1, files: 1, objects: 1, profiles: [id] })
      expect(await guardiansOf(session, id)).toEqual([])
      for (const former of ['leyla', 'murat']) {
        expect(await peopleOf(session, former)).toEqual([])
        expect(await seenBy(session, idOf(former))).toMatchObject({ ...NOTHING, profiles: [idOf(former)] })
        expect(await session.as(former, ({ query }) => query('select * from list_my_people()'))).toEqual([])
      }
      expect(await entriesOf(session, id, 'patient.claimed')).toEqual([
        {
          actor: null,
          details: { patient_id: id, guardians: [idOf('leyla'), idOf('murat')], invited_by: idOf('leyla'), invitation_id: invitation },
        },
      ])
    })
  })

  test('keeps the health data of a record of a child who has grown up', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      await turnAdult(session, id)
      await writeInvitation(session, await inviteAbout(session, 'leyla', id, GRANNY))
      await makeAccount(session, id, GRANNY)
      expect(await rowOfProfile(session, id)).toMatchObject({ medical_history: 'Astım', has_account: true })
      expect(await seenBy(session, id)).toMatchObject({ consents: 1, profiles: [id] })
    })
  })

  test.each<[string, string, (session: Session, id: string) => Promise<unknown>, string]>([
    ['with another address', 'other@example.test', async () => undefined, 'invitation_for_another_address'],
    ['after 72 hours', GRANNY, (s) => s.query('update patient_invitations set expires_at = now()'), 'invitation_not_open'],
    ['after a revocation', GRANNY, (s) => s.query('update patient_invitations set revoked_at = now()'), 'invitation_not_open'],
    ['while the patient is a minor', GRANNY, (s, id) => turnAdult(s, id, 1), 'patient_is_minor'],
    [
      'after its erasure',
      GRANNY,
      (s) => s.query('update only private.profiles set erased_at = now() where not has_account'),
      'invitation_not_open',
    ],
  ])('cannot have the id of a record %s', async (_, email, change, error) => {
    await inTest(async (session) => {
      const { id } = await grandmother(session)
      await change(session, id)
      expect(await refusal(makeAccount(session, id, email))).toEqual(['P0001', error])
      expect(await rowOfProfile(session, id)).toMatchObject({ has_account: false })
      expect(await guardiansOf(session, id)).toEqual([idOf('leyla')])
    })
  })

  test('gets its id and address from the link, and an unconfirmed account with that address is deleted', async () => {
    await inTest(async (session) => {
      const { id, invitation } = await grandmother(session)
      await makeAccount(session, idOf('stranger'), GRANNY)
      await session.query('update auth.users set email_confirmed_at = null where id = $1', [idOf('stranger')])
      const [made] = await session.query('select * from private.prepare_invited_account($1)', [`token of ${invitation}`])
      expect(made).toEqual({ account_id: id, email: GRANNY, first_name: 'Zeynep', last_name: 'Test', language: 'en' })
      expect(await session.query('select from auth.users where email = $1', [GRANNY])).toHaveLength(0)
      expect(await refusal(session.query("select * from private.prepare_invited_account('guessed')"))).toEqual([
        'P0001',
        'invitation_not_open',
      ])
    })
  })
})

describe('an existing account', () => {
  test('takes the record over in one step', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla')
      const appointment = await arrangeFor(session, id, db.aylin)
      await fill(session, appointment, 'leyla')
      const own = await arrangeFor(session, idOf('murat'), db.rauf, { startsIn: '5 days' })
      await session.as('aylin', ({ query }) => query('select open_patient_card($1)', [appointment]))
      await session.query("insert into consents (user_id, kind, version, language) values ($1, 'health_data', '2026-11-16', 'tr')", [id])
      const invitation = await invited(session, 'leyla', id, 'murat')
      expect(await accept(session, 'murat', invitation)).toEqual({ kind: 'claim', patient_id: idOf('murat') })

      expect(await rowOfProfile(session, id)).toBeUndefined()
      expect(await session.query('select from private.profiles_without_health where user_id = $1', [id])).toHaveLength(0)
      const seen = await seenBy(session, idOf('murat'))
      expect(seen).toMatchObject({ messages: 1, files: 1, objects: 1, consents: 1, profiles: [idOf('murat')] })
      expect(seen.appointments.toSorted()).toEqual([appointment, own].toSorted())
      expect(await peopleOf(session, 'leyla')).toEqual([])
      expect(await seenBy(session, idOf('leyla'))).toMatchObject({ ...NOTHING, profiles: [idOf('leyla')] })
      // The new owner can read who opened the card earlier, and the log names the record and the account.
      const openings = await session.as('murat', ({ query }) => query('select appointment_id, patient_id from list_card_openings()'))
      expect(openings).toEqual([{ appointment_id: appointment, patient_id: idOf('murat') }])
      expect(await entriesOf(session, idOf('murat'), 'patient.claimed')).toEqual([
        {
          actor: idOf('murat'),
          details: { patient_id: id, guardians: [idOf('leyla')], invited_by: idOf('leyla'), invitation_id: invitation },
        },
      ])
      expect(await session.query('select from audit_log where subject = $1', [`user:${id}`])).toHaveLength(0)
    })
  })

  test('keeps its own values and takes missing ones from the record', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set phone = '+90 1', medical_history = 'Migraine' where user_id = $1", [idOf('murat')])
      await consentOf(session, 'murat')
      const id = await addChild(session, 'leyla')
      await turnAdult(session, id)
      await accept(session, 'murat', await invited(session, 'leyla', id, 'murat'))
      expect(await rowOfProfile(session, idOf('murat'))).toMatchObject({
        first_name: 'murat',
        phone: '+90 1',
        gender: 'erkek',
        medical_history: 'Migraine\n\nAstım',
      })
      const consents = await session.query<{ withdrawn_at: Date | null }>('select withdrawn_at from consents where user_id = $1', [
        idOf('murat'),
      ])
      expect(consents.filter(({ withdrawn_at }) => withdrawn_at === null)).toHaveLength(1)
      expect(consents).toHaveLength(2)
    })
  })

  test('gets no health data without a live consent', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      await session.query('update consents set withdrawn_at = now() where user_id = $1', [id])
      await turnAdult(session, id)
      await accept(session, 'murat', await invited(session, 'leyla', id, 'murat'))
      expect(await rowOfProfile(session, idOf('murat'))).toMatchObject({ date_of_birth: null, gender: null, medical_history: null })
    })
  })

  test('keeps two appointments at the same time as the only allowed overlap', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla')
      const theirs = await arrangeFor(session, id, db.aylin, { startsIn: '3 days' })
      const own = await arrangeFor(session, idOf('murat'), db.rauf, { startsIn: '3 days 10 minutes' })
      const free = await arrangeFor(session, id, db.aylin, { startsIn: '4 days' })
      await accept(session, 'murat', await invited(session, 'leyla', id, 'murat'))
      expect(
        await session.query('select id, may_overlap from appointments where user_id = $1 order by starts_at', [idOf('murat')]),
      ).toEqual([
        { id: theirs, may_overlap: true },
        { id: own, may_overlap: false },
        { id: free, may_overlap: false },
      ])
    })
  })

  test('cannot claim the record if it belongs to a guardian of the person', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla')
      await addGuardian(session, id, 'murat', { authority: 'asked', relationship: 'parent' })
      const invitation = await invited(session, 'leyla', id, 'murat')
      expect(await refusal(accept(session, 'murat', invitation))).toEqual(['P0001', 'guardian_cannot_claim'])
      expect(await guardiansOf(session, id)).toHaveLength(2)
    })
  })

  test('cannot claim the record of a minor', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      await turnAdult(session, id)
      const invitation = await invited(session, 'leyla', id, 'murat')
      await turnAdult(session, id, 1)
      expect(await refusal(accept(session, 'murat', invitation))).toEqual(['P0001', 'patient_is_minor'])
    })
  })

  test('can use the invitation only once', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla')
      const invitation = await invited(session, 'leyla', id, 'murat')
      await accept(session, 'murat', invitation)
      expect(await refusal(accept(session, 'murat', invitation))).toEqual(['P0001', 'invitation_not_open'])
      expect(await entriesOf(session, idOf('murat'), 'patient.claimed')).toHaveLength(1)
    })
  })
})

// A new table must be added here: rows that reference a profile either move or depend on a row that moves.
test('every foreign key to a profile is listed here and handled by claiming', async () => {
  const keys = await db.as(superuser, ({ query }) =>
    query<{ key: string }>(
      `select c.conrelid::regclass || '.' || a.attname as key from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'private.profiles'::regclass order by 1`,
    ),
  )
  expect(keys.map(({ key }) => key)).toEqual([
    // Answers, uploads and messages come from accounts, never from a record. Guardians' acknowledgements are deleted with the record.
    'appointment_answers.answered_by',
    'appointment_files.uploaded_by',
    'appointment_messages.sender',
    'appointments.user_id',
    'call_notices.patient_id',
    'call_notices.user_id',
    'consents.user_id',
    'guardians.guardian_id',
    'guardians.patient_id',
    'patient_invitations.patient_id',
    'private.profiles_without_health.user_id',
    'private.recorded_health.patient_id',
  ])
})

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

describe('a booking at the moment of claiming', () => {
  test('moves to the account if it comes first', async () => {
    const { id, invitation } = await db.keep(superuser, async (session) => {
      const patient = await addAdult(session, 'leyla')
      return { id: patient, invitation: await invited(session, 'leyla', patient, 'murat') }
    })
    let claim: Promise<unknown> | undefined
    await db.keep(superuser, async (session) => {
      await bookAs(session, 'leyla', id, '10:00')
      claim = db.keep(superuser, (other) => accept(other, 'murat', invitation))
      await waitForLock(session)
    })
    await claim
    expect(await db.as('murat', ({ query }) => query('select user_id, booked_by from appointments'))).toEqual([
      { user_id: idOf('murat'), booked_by: idOf('leyla') },
    ])
  })

  test.each(['a new account', 'an existing account'])('is refused if it comes second: %s', async (kind) => {
    const isNew = kind === 'a new account'
    const { id, invitation } = await db.keep(superuser, async (session) => {
      const patient = await addAdult(session, 'leyla')
      if (!isNew) return { id: patient, invitation: await invited(session, 'leyla', patient, 'mallory') }
      const sent = await inviteAbout(session, 'leyla', patient, GRANNY)
      await writeInvitation(session, sent)
      return { id: patient, invitation: sent }
    })
    let booking: Promise<unknown> | undefined
    await db.keep(superuser, async (session) => {
      if (isNew) await makeAccount(session, id, GRANNY)
      else await accept(session, 'mallory', invitation)
      booking = refusal(db.keep(superuser, (other) => bookAs(other, 'leyla', id, '11:00')))
      await waitForLock(session)
    })
    expect((await booking) as string[]).toEqual(['42501', 'permission denied'])
    expect(
      await db.as(superuser, ({ query }) =>
        query('select from appointments where booked_by = $1 and user_id <> $2', [idOf('leyla'), idOf('murat')]),
      ),
    ).toEqual([])
  })

  test('two accounts that claim each other’s patients at once do not deadlock', async () => {
    const pairs = await db.keep(superuser, async (session) => {
      const made: { person: string; invitation: string }[] = []
      for (const [sender, person] of [
        ['murat', 'mallory'],
        ['mallory', 'murat'],
      ] as const)
        for (let n = 0; n < 3; n++)
          made.push({ person, invitation: await invited(session, sender, await addAdult(session, sender), person) })
      return made
    })
    const answers = await Promise.all(
      pairs.map(({ person, invitation }) => db.keep(superuser, (session) => accept(session, person, invitation))),
    )
    expect(answers.map((answer) => answer?.kind)).toEqual(pairs.map(() => 'claim'))
  })

  test('exactly one of several simultaneous claims with one link succeeds', async () => {
    const { invitation } = await db.keep(superuser, async (session) => {
      const patient = await addAdult(session, 'leyla')
      return { invitation: await invited(session, 'leyla', patient, 'murat') }
    })
    const once = () => refusal(db.keep(superuser, (session) => accept(session, 'murat', invitation)))
    expect((await Promise.all([once(), once(), once()])).filter((answer) => answer === 'was allowed')).toHaveLength(1)
  })
})

test('people without an invitation can still sign up', async () => {
  await inTest(async (session) => {
    await makeAccount(session, idOf('newcomer'), 'newcomer@example.test')
    expect(await rowOfProfile(session, idOf('newcomer'))).toMatchObject({ first_name: 'Somebody', has_account: true })
    await book(session, 'murat', db.aylin, { time: '16:00' })
  })
})
