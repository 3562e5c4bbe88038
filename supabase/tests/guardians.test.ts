// Patients without an account: who can add them, who can act for them, and until when.
import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { ADULT, addAdult, addCaller, addChild, addGuardian, born, CALLER, CHILD, declare, peopleOf, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const rowOf = async (session: Session, id: string) =>
  (await session.as(superuser, ({ query }) => query('select * from only private.profiles where user_id = $1', [id])))[0]

describe('a guardian', () => {
  test('adds a child with health data under a consent, and becomes its guardian', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      expect(await rowOf(session, id)).toMatchObject({
        first_name: 'Can',
        gender: 'erkek',
        medical_history: 'Astım',
        has_account: false,
        account_id: null,
        email: null,
        birth_year: null,
        language: 'en',
      })
      expect(
        await session.query('select guardian_id, relationship, authority, declaration_version from guardians where patient_id = $1', [id]),
      ).toEqual([{ guardian_id: idOf('leyla'), relationship: 'child', authority: 'parental', declaration_version: '2026-11-18' }])
      expect(await session.query('select version from consents where user_id = $1', [id])).toEqual([{ version: '2026-11-16' }])
      expect(
        await session.query("select actor, details from audit_log where action = 'patient.created' and subject = $1", [`user:${id}`]),
      ).toEqual([{ actor: idOf('leyla'), details: { authority: 'parental', declaration_version: '2026-11-18', relationship: 'child' } }])
      expect(await peopleOf(session, 'leyla')).toEqual([id])
    })
  })

  test('adds an adult with name, phone and year of birth only', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla', {
        date_of_birth: '1950-01-01',
        gender: 'kadın',
        medical_history: 'secret',
        health_consent: '2026-11-16',
      })
      expect(await rowOf(session, id)).toMatchObject({
        phone: ADULT.phone,
        birth_year: ADULT.birth_year,
        date_of_birth: null,
        gender: null,
        medical_history: null,
      })
      expect(await session.query('select from consents where user_id = $1', [id])).toHaveLength(0)
      expect(await peopleOf(session, 'leyla')).toEqual([id])
    })
  })

  test('gives the patient their own time zone and language unless told otherwise', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set timezone = 'Europe/Berlin', language = 'az' where user_id = $1", [idOf('leyla')])
      expect(await rowOf(session, await addChild(session, 'leyla'))).toMatchObject({ timezone: 'Europe/Berlin', language: 'az' })
      expect(await rowOf(session, await addAdult(session, 'leyla', { timezone: 'asia/baku', language: 'ru' }))).toMatchObject({
        timezone: 'Asia/Baku',
        language: 'ru',
      })
    })
  })

  test.each<[string, object, string]>([
    ['a birth date in the future', { date_of_birth: born(0, 2) }, 'birth_date_invalid'],
    ['a birth date over 120 years ago', { date_of_birth: born(121) }, 'birth_date_invalid'],
    ['an impossible birth date', { date_of_birth: '2020-02-31' }, 'birth_date_invalid'],
    ['no birth date', { date_of_birth: null }, 'birth_date_invalid'],
    ['an adult', { date_of_birth: born(18, -1) }, 'patient_is_adult'],
    ['no consent', { health_consent: null }, 'consent_required'],
    ['no name', { first_name: ' \u200b' }, 'profile_name_required'],
  ])('cannot add %s as a child', async (_, patient, error) => {
    expect(await refusal(db.as(superuser, (session) => addChild(session, 'leyla', patient)))).toEqual(['P0001', error])
  })

  test.each<[string, object, string]>([
    ['born in the future', { birth_year: 2999 }, 'birth_date_invalid'],
    ['born over 120 years ago', { birth_year: 1850 }, 'birth_date_invalid'],
    ['without a year of birth', { birth_year: 'x' }, 'birth_date_invalid'],
    ['under 18', { birth_year: new Date().getUTCFullYear() - 17 }, 'patient_is_minor'],
    ['without a phone number', { phone: ' ' }, 'phone_required'],
    ['without a name', { last_name: null }, 'profile_name_required'],
  ])('cannot add an adult %s', async (_, patient, error) => {
    expect(await refusal(db.as(superuser, (session) => addAdult(session, 'leyla', patient)))).toEqual(['P0001', error])
  })

  test.each<[string, [string | null, string, string?], string]>([
    ['parental authority over a spouse', ['spouse', 'parental'], 'guardians_have_parental_authority_over_children'],
    ['an unknown relationship', ['cousin', 'asked'], 'guardians_relationship_is_known'],
    ['an unknown authority', ['child', 'owner'], 'declaration_required'],
    ['no declaration', ['child', 'asked', 'yes'], 'declaration_required'],
  ])('cannot declare %s', async (_, [relationship, authority, version], error) => {
    const attempt = db.as(superuser, (session) => declare(session, 'leyla', { ...ADULT, ...CHILD }, relationship, authority, version))
    expect((await refusal(attempt))[1]).toBe(error)
  })

  test('has at most ten patients, not counting children who have grown up', async () => {
    await inTest(async (session) => {
      const ids: string[] = []
      for (let n = 0; n < 10; n++) ids.push(await addChild(session, 'leyla'))
      expect(await refusal(addAdult(session, 'leyla'))).toEqual(['P0001', 'too_many_patients'])
      await turnAdult(session, ids[0] ?? '')
      await addAdult(session, 'leyla')
    })
  })

  test('is one of at most two', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      await addGuardian(session, id, 'murat')
      expect(await peopleOf(session, 'murat')).toEqual([id])
      expect(await refusal(addGuardian(session, id, 'mallory'))).toEqual(['P0001', 'too_many_guardians'])
    })
  })

  test('cannot write guardians directly, not even for their own patient', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      for (const sql of [
        `insert into guardians (patient_id, guardian_id, relationship, authority, declaration_version) values ('${id}', auth.uid(), 'child', 'parental', '2026-11-18')`,
        `update guardians set authority = 'asked' where patient_id = '${id}'`,
        `delete from guardians where patient_id = '${id}'`,
        `update profiles set has_account = true where user_id = '${id}'`,
        `insert into profiles (user_id, has_account) values (gen_random_uuid(), false)`,
      ])
        for (const person of ['leyla', 'mallory', 'nigar'])
          expect([sql, (await refusal(session.as(person, ({ query }) => query(sql))))[0]]).toEqual([sql, '42501'])
    })
  })
})

describe('the right of a guardian', () => {
  test('ends for a child at midnight of the 18th birthday in the child’s time zone', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Istanbul']) {
        await session.query('update profiles set timezone = $2 where user_id = $1', [id, zone])
        await turnAdult(session, id, 1)
        expect([zone, await peopleOf(session, 'leyla')]).toEqual([zone, [id]])
        await turnAdult(session, id, 0)
        expect([zone, await peopleOf(session, 'leyla')]).toEqual([zone, []])
      }
    })
  })

  test('ends for an adult when its row is deleted, and for both when the patient has an account', async () => {
    await inTest(async (session) => {
      const id = await addAdult(session, 'leyla')
      await session.query('delete from guardians where patient_id = $1', [id])
      expect(await peopleOf(session, 'leyla')).toEqual([])
      for (const patient of [await addAdult(session, 'leyla'), await addChild(session, 'leyla')]) {
        expect(await peopleOf(session, 'leyla')).toContain(patient)
        // Turns off the foreign key to the account, because these patients have none.
        await session.query('set local session_replication_role = replica')
        await session.query('update only private.profiles set has_account = true, birth_year = null where user_id = $1', [patient])
        await session.query('set local session_replication_role = origin')
        expect(await peopleOf(session, 'leyla')).not.toContain(patient)
      }
    })
  })

  test('ends with the guardian’s account', async () => {
    await inTest(async (session) => {
      await addPerson(session, 'parent')
      await addChild(session, 'parent')
      await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('parent')])
      expect(await peopleOf(session, 'parent')).toEqual([])
    })
  })

  test('can be read by both guardians only', async () => {
    await inTest(async (session) => {
      const id = await addChild(session, 'leyla')
      await addGuardian(session, id, 'murat')
      const seenBy = (person: string) => session.as(person, ({ query }) => query('select from guardians'))
      expect(await seenBy('leyla')).toHaveLength(2)
      expect(await seenBy('murat')).toHaveLength(2)
      for (const other of ['mallory', 'aylin', 'nigar']) expect(await seenBy(other)).toHaveLength(0)
      expect((await refusal(session.as(anonymous, ({ query }) => query('select from guardians'))))[0]).toBe('42501')
    })
  })
})

describe('list_my_people', () => {
  const listOf = (session: Session, person: string) => session.as(person, ({ query }) => query('select * from list_my_people()'))

  test('returns each patient with the details that the guardian may read, and the other guardian', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      const adult = await addAdult(session, 'leyla')
      const [first, second] = await listOf(session, 'leyla')
      expect(first).toMatchObject({
        user_id: child,
        relationship: 'child',
        authority: 'parental',
        gender: 'erkek',
        medical_history: 'Astım',
        is_live: true,
        guardians: expect.arrayContaining([
          { guardian_id: idOf('leyla'), first_name: 'leyla', last_name: 'Test', is_me: true },
          { guardian_id: idOf('murat'), first_name: 'murat', last_name: 'Test', is_me: false },
        ]),
        invited: [],
      })
      expect(second).toMatchObject({
        user_id: adult,
        authority: 'asked',
        birth_year: ADULT.birth_year,
        phone: ADULT.phone,
        becomes_adult_on: null,
      })
      expect(await listOf(session, 'mallory')).toEqual([])
      expect(await listOf(session, 'nigar')).toEqual([])
    })
  })

  test('returns only the name of a child who has grown up', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla', { phone: '1' })
      await turnAdult(session, child)
      const [row] = await listOf(session, 'leyla')
      expect(row).toMatchObject({
        user_id: child,
        first_name: 'Can',
        is_live: false,
        phone: null,
        date_of_birth: null,
        gender: null,
        medical_history: null,
        timezone: null,
        guardians: null,
      })
    })
  })
})

describe('a caller without an account', () => {
  test('is added by reception with name and phone, and has no guardian', async () => {
    await inTest(async (session) => {
      const id = await addCaller(session, 'nigar', { timezone: 'Asia/Baku', language: 'az', date_of_birth: '1980-01-01' })
      expect(await rowOf(session, id)).toMatchObject({
        ...CALLER,
        has_account: false,
        timezone: 'Asia/Baku',
        language: 'az',
        date_of_birth: null,
      })
      expect(await session.query('select from guardians where patient_id = $1', [id])).toHaveLength(0)
      expect(await session.query('select from private.mail_outbox')).toHaveLength(0)
      expect(await session.query("select actor from audit_log where action = 'patient.created' and subject = $1", [`user:${id}`])).toEqual([
        { actor: idOf('nigar') },
      ])
    })
  })

  test.each<[object, string]>([
    [{ phone: '' }, 'phone_required'],
    [{ first_name: '' }, 'profile_name_required'],
  ])('cannot be added with %j', async (patient, error) => {
    expect(await refusal(db.as(superuser, (session) => addCaller(session, 'nigar', patient)))).toEqual(['P0001', error])
  })

  test.each(['leyla', 'aylin', 'mallory'])('cannot be added by %s', async (person) => {
    expect((await refusal(db.as(superuser, (session) => addCaller(session, person))))[0]).toBe('42501')
  })
})

test('visitors cannot add patients', async () => {
  for (const sql of [
    "select create_patient('{}', 'child', 'parental', '2026-11-18')",
    "select create_patient_by_staff('{}')",
    'select list_my_people()',
  ])
    expect((await refusal(db.as(anonymous, ({ query }) => query(sql))))[0]).toBe('42501')
})

test('an account with a patient’s id needs an invitation, and removing an account removes its profile', async () => {
  await inTest(async (session) => {
    const id = await addCaller(session)
    const attempt = session.query("insert into auth.users (id, email) values ($1, 'x@example.test')", [id])
    expect(await refusal(attempt)).toEqual(['P0001', 'invitation_not_open'])
    await addPerson(session, 'newcomer')
    await session.query('delete from auth.users where id = $1', [idOf('newcomer')])
    expect(await rowOf(session, idOf('newcomer'))).toBeUndefined()
    expect(await rowOf(session, id)).toBeDefined()
  })
})

test('two simultaneous additions cannot exceed ten patients', async () => {
  const person = 'many'
  await db.keep(superuser, (session) => addPerson(session, person))
  for (let n = 0; n < 9; n++) await db.keep(superuser, (session) => addChild(session, person))
  const results = await Promise.all([0, 1].map(() => refusal(db.keep(superuser, (session) => addChild(session, person)))))
  expect(results).toContain('was allowed')
  expect(results).toContainEqual(['P0001', 'too_many_patients'])
})
