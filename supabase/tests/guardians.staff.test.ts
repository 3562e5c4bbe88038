// Doctors and reception see a patient without an account together with the guardians.
import { describe, expect, test } from 'vitest'
import { addPerson, IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { ADULT, addAdult, addCaller, addChild, addGuardian, CALLER, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const arrangeFor = async (session: Session, patient: string, { startsIn = '-1 hour', status = 'confirmed' } = {}) => {
  const [row] = await session.as(superuser, ({ query }) =>
    query<{ id: string }>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select $1, d.id, wall::date, to_char(wall, 'HH24:MI'), 'Ateş', $3::appointment_status
       from doctors d, lateral (select (now() + $4::interval) at time zone d.timezone as wall) as w where d.id = $2 returning id`,
      [patient, db.aylin, status, startsIn],
    ),
  )
  return row?.id ?? ''
}
const call = async (session: Session, person: string, sql: string, values: unknown[] = []) =>
  session.as(person, ({ query }) => query<Record<string, unknown>>(sql, values))
const LEYLA = {
  guardian_id: idOf('leyla'),
  first_name: 'leyla',
  last_name: 'Test',
  phone: '+90 1',
  relationship: 'child',
  authority: 'parental',
}

const withFamily = (work: (session: Session, ids: { child: string; adult: string; caller: string }) => Promise<void>) =>
  inTest(async (session) => {
    await session.query("update profiles set phone = '+90 1' where user_id = $1", [idOf('leyla')])
    await session.query(
      "update only private.profiles set date_of_birth = '1990-01-01', gender = 'kadın', medical_history = 'of the mother' where user_id = $1",
      [idOf('leyla')],
    )
    await work(session, {
      child: await addChild(session, 'leyla'),
      adult: await addAdult(session, 'leyla'),
      caller: await addCaller(session),
    })
  })

describe('the card', () => {
  const open = async (session: Session, id: string) =>
    (await call(session, 'aylin', 'select open_patient_card($1) as card', [id]))[0]?.['card'] as Record<string, Record<string, unknown>>

  test('shows the child and names the guardian', async () => {
    await withFamily(async (session, { child }) => {
      const card = await open(session, await arrangeFor(session, child))
      expect(card['patient']).toMatchObject({ first_name: 'Can', age: 4, gender: 'erkek', medical_history: 'Astım', has_account: false })
      expect(card['guardians']).toEqual([LEYLA])
      expect(JSON.stringify(card)).not.toContain('of the mother')
    })
  })

  test('shows an adult without an account with neither health data nor year of birth', async () => {
    await withFamily(async (session, { adult, caller }) => {
      const card = await open(session, await arrangeFor(session, adult))
      expect(card['patient']).toMatchObject({ first_name: ADULT.first_name, age: null, gender: null, medical_history: null })
      expect(JSON.stringify(card)).not.toContain(`${ADULT.birth_year}`)
      expect(card['guardians']).toMatchObject([{ relationship: 'parent', authority: 'asked' }])
      expect(await open(session, await arrangeFor(session, caller, { startsIn: '-3 hours' }))).toMatchObject({ guardians: null })
    })
  })

  test('names no guardian whose right has ended', async () => {
    await withFamily(async (session, { child }) => {
      const id = await arrangeFor(session, child)
      await turnAdult(session, child)
      expect(await open(session, id)).toMatchObject({ patient: { age: 18 }, guardians: null })
    })
  })

  test('appears in the list of openings of both guardians only', async () => {
    await withFamily(async (session, { child }) => {
      await addGuardian(session, child, 'murat')
      const id = await arrangeFor(session, child)
      await open(session, id)
      const openings = (person: string) => call(session, person, 'select appointment_id, patient_id from list_card_openings()')
      for (const person of ['leyla', 'murat']) expect(await openings(person)).toEqual([{ appointment_id: id, patient_id: child }])
      for (const person of ['mallory', 'nigar', 'aylin']) expect(await openings(person)).toEqual([])
      await turnAdult(session, child)
      expect(await openings('leyla')).toEqual([])
    })
  })
})

describe('the lists of staff', () => {
  test('name the guardians in appointments, or show only a phone number', async () => {
    await withFamily(async (session, { child, caller }) => {
      await arrangeFor(session, child)
      await arrangeFor(session, caller, { startsIn: '-3 hours' })
      await arrangeFor(session, idOf('murat'), { startsIn: '-5 hours' })
      for (const person of ['aylin', 'nigar']) {
        const rows = await call(
          session,
          person,
          'select patient_first_name, patient_phone, patient_has_account, patient_guardians from list_appointments(newest_first => true)',
        )
        expect(rows).toEqual([
          { patient_first_name: 'Can', patient_phone: null, patient_has_account: false, patient_guardians: [LEYLA] },
          { patient_first_name: CALLER.first_name, patient_phone: CALLER.phone, patient_has_account: false, patient_guardians: null },
          { patient_first_name: 'murat', patient_phone: null, patient_has_account: true, patient_guardians: null },
        ])
        const [exported] = await call(session, person, 'select export_appointments(newest_first => true) as rows')
        expect((exported?.['rows'] as unknown[] | undefined)?.[0]).toMatchObject({ patient_has_account: false, patient_guardians: [LEYLA] })
      }
    })
  })

  test('name patient and guardian in the calendar and the waiting room', async () => {
    await withFamily(async (session, { child }) => {
      const id = await arrangeFor(session, child, { startsIn: '5 minutes' })
      const [calendar] = await call(
        session,
        'aylin',
        "select get_calendar(array[$1::uuid], (now() at time zone 'Europe/Istanbul')::date - 1, (now() at time zone 'Europe/Istanbul')::date + 1) as calendar",
        [db.aylin],
      )
      expect(calendar).toMatchObject({
        calendar: { appointments: [{ patient: { first_name: 'Can', last_name: 'Test', has_account: false, guardians: [LEYLA] } }] },
      })
      await call(session, 'leyla', 'select wait_for_doctor($1)', [id])
      expect(await call(session, 'aylin', 'select first_name, guardians from list_waiting()')).toEqual([
        { first_name: 'Can', guardians: [LEYLA] },
      ])
    })
  })

  test('include patients without an account in the search for patients', async () => {
    await withFamily(async (session, { child, caller }) => {
      const find = (person: string, term: string) =>
        call(session, person, 'select user_id, has_account, guardians from find_patients($1)', [term])
      expect(await find('nigar', '50 222 22 22')).toEqual([{ user_id: caller, has_account: false, guardians: null }])
      expect(await find('nigar', 'Can Test')).toEqual([{ user_id: child, has_account: false, guardians: [LEYLA] }])
      expect(await find('aylin', 'Can Test')).toEqual([])
      await arrangeFor(session, child)
      expect(await find('aylin', 'Can Test')).toHaveLength(1)
      await session.query('update only private.profiles set erased_at = now() where user_id = $1', [child])
      expect(await find('nigar', 'Can Test')).toEqual([])
    })
  })

  test('exclude patients without an account from the list of users', async () => {
    await withFamily(async (session) => {
      expect(await call(session, 'nigar', "select user_id from list_people(search => 'Can')")).toEqual([])
    })
  })
})

describe('booking by staff', () => {
  const bookFor = (session: Session, person: string, patient: string) =>
    call(session, person, `select * from book_for_patient($1, $2, ${IN_A_WEEK}, '10:00', 'Ateş')`, [patient, db.aylin])

  test('is possible for a caller and a child, and mails nobody without an address', async () => {
    await withFamily(async (session, { caller }) => {
      expect(await bookFor(session, 'nigar', caller)).toMatchObject([{ user_id: caller, booked_by: idOf('nigar'), status: 'confirmed' }])
      expect(
        await session.query("select from private.mail_outbox where user_id = $1 or recipient is null or recipient = ''", [caller]),
      ).toHaveLength(0)
    })
    await withFamily(async (session, { child }) => {
      expect((await refusal(bookFor(session, 'aylin', child)))[0]).toBe('42501')
      await arrangeFor(session, child)
      expect(await bookFor(session, 'aylin', child)).toMatchObject([{ user_id: child, booked_by: idOf('aylin') }])
    })
  })

  test('is refused for erased and unknown patients', async () => {
    await withFamily(async (session, { caller }) => {
      await session.query('update only private.profiles set erased_at = now() where user_id = $1', [caller])
      for (const id of [caller, idOf('nobody')])
        expect(await refusal(bookFor(session, 'nigar', id))).toEqual(['P0001', 'patient_not_found'])
    })
  })
})

describe('the participants of an appointment', () => {
  const people = (session: Session, person: string, id: string) =>
    call(session, person, 'select user_id, part, first_name, relationship from list_appointment_people($1) order by part, first_name', [id])

  test('are the doctor, the patient and the guardians, who can read each other’s names', async () => {
    await withFamily(async (session, { child }) => {
      await addGuardian(session, child, 'murat')
      const id = await arrangeFor(session, child)
      for (const person of ['aylin', 'leyla', 'murat'])
        expect(await people(session, person, id)).toEqual([
          { user_id: idOf('aylin'), part: 'doctor', first_name: 'Aylin', relationship: null },
          { user_id: idOf('leyla'), part: 'guardian', first_name: 'leyla', relationship: 'child' },
          { user_id: idOf('murat'), part: 'guardian', first_name: 'murat', relationship: 'child' },
          { user_id: child, part: 'patient', first_name: 'Can', relationship: null },
        ])
      for (const person of ['mallory', 'rauf', 'nigar']) expect(await refusal(people(session, person, id))).toEqual(['P0001', 'not_yours'])
    })
  })

  test('include a former guardian who wrote a message', async () => {
    await withFamily(async (session, { child }) => {
      await addPerson(session, 'aunt')
      await addGuardian(session, child, 'aunt')
      const id = await arrangeFor(session, child, { startsIn: '5 minutes' })
      await call(session, 'aunt', "insert into appointment_messages (appointment_id, body) values ($1, 'Merhaba')", [id])
      await session.query('delete from guardians where guardian_id = $1', [idOf('aunt')])
      expect(await people(session, 'aylin', id)).toContainEqual({
        user_id: idOf('aunt'),
        part: 'guardian',
        first_name: 'aunt',
        relationship: null,
      })
      expect(await refusal(people(session, 'aunt', id))).toEqual(['P0001', 'not_yours'])
    })
  })
})

test('the export of a guardian contains only the people they currently act for', async () => {
  await withFamily(async (session, { child, adult }) => {
    await arrangeFor(session, child)
    const exported = async () =>
      (await call(session, 'leyla', 'select export_my_data() as data'))[0]?.['data'] as { people: { profile: object }[] }
    const { people } = await exported()
    expect(people).toHaveLength(2)
    expect(people).toContainEqual(
      expect.objectContaining({
        profile: expect.objectContaining({ user_id: child, medical_history: 'Astım' }),
        guardianship: expect.objectContaining({ authority: 'parental' }),
        appointments: [expect.objectContaining({ user_id: child })],
        consents: [expect.objectContaining({ kind: 'health_data' })],
      }),
    )
    await turnAdult(session, child)
    expect((await exported()).people).toMatchObject([{ profile: { user_id: adult } }])
    expect(JSON.stringify(await exported())).not.toContain('Astım')
  })
})
