// Types of appointments: permissions to read and write them, and their valid values.
import { describe, expect, test } from 'vitest'
import { anonymous, arrange, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'
import { addType, asSeen, bookType, CHECK_UP, changeType, FIRST_VISIT } from './offers.ts'
import { addAdult, addChild } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const DENIED = ['42501', 'new row violates row-level security policy for table "appointment_types"']

const VISITOR_COLUMNS = 'id, doctor_id, names, descriptions, preparation, minutes, who, position, active'
const idsFor = async (session: Session, person: Person, columns = '*') =>
  (await session.as(person, ({ query }) => query<{ id: string }>(`select ${columns} from appointment_types order by id`))).map(
    ({ id }) => id,
  )

describe('permission to write types', () => {
  test.each<Person>(['aylin', 'nigar'])('%s adds, changes, deactivates and removes a type of aylin', async (person) => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin, {}, person)
      expect(await changeType(session, id, { names: { fr: 'Bilan' }, fee_minor: null, active: false }, person)).toMatchObject([
        { names: { fr: 'Bilan' }, fee_minor: null, active: false },
      ])
      expect(await session.as(person, ({ query }) => query('delete from appointment_types where id = $1 returning id', [id]))).toEqual([
        { id },
      ])
    })
  })

  test.each<Person>(['rauf', 'leyla', 'murat', 'mallory'])('%s cannot add, change or remove a type of aylin', async (person) => {
    await inTest(async (session) => {
      expect(await refusal(addType(session, db.aylin, {}, person))).toEqual(DENIED)
      const { id } = await addType(session, db.aylin)
      expect(await changeType(session, id, { minutes: 15 }, person)).toEqual([])
      expect(await session.as(person, ({ query }) => query('delete from appointment_types where id = $1 returning id', [id]))).toEqual([])
    })
  })

  test('a visitor has no right to write', async () => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin)
      for (const sql of [
        "insert into appointment_types (doctor_id, names, minutes) values ($1, '{}', 30)",
        'update appointment_types set minutes = 15 where id = $1',
        'delete from appointment_types where id = $1',
      ]) {
        const attempt = session.as(anonymous, ({ query }) => query(sql, [id]))
        expect((await refusal(attempt))[0]).toBe('42501')
      }
    })
  })

  test('nobody moves a type to another doctor', async () => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin)
      for (const person of ['aylin', 'nigar'] as const)
        expect((await refusal(changeType(session, id, { doctor_id: db.rauf }, person)))[0]).toBe('42501')
    })
  })

  test('a type that was booked cannot be removed, only deactivated', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const { id } = await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
      await setStatus(session, 'leyla', id, 'cancelled')
      const removal = session.as('aylin', ({ query }) => query('delete from appointment_types where id = $1', [type.id]))
      expect(await refusal(removal)).toEqual(['23503', 'appointments_type_id_fkey'])
      expect(await changeType(session, type.id, { active: false }, 'aylin')).toHaveLength(1)
    })
  })

  test('the log names the person and the changed fields, without the amounts', async () => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin, {}, 'aylin')
      await changeType(session, id, { fee_minor: 99, minutes: 45 }, 'nigar')
      await session.as('aylin', ({ query }) => query('delete from appointment_types where id = $1', [id]))
      expect(
        await session.query("select actor, action, details from audit_log where action like 'appointment\\_type.%' order by audit_log.id"),
      ).toEqual([
        { actor: idOf('aylin'), action: 'appointment_type.added', details: { type_id: id } },
        { actor: idOf('nigar'), action: 'appointment_type.changed', details: { type_id: id, fields: ['fee_minor', 'minutes'] } },
        { actor: idOf('aylin'), action: 'appointment_type.removed', details: { type_id: id } },
      ])
    })
  })
})

describe('permission to read types', () => {
  test('everybody can read active types, and the doctor and admins all types', async () => {
    await inTest(async (session) => {
      const open = await addType(session, db.aylin)
      const returning = await addType(session, db.aylin, { who: 'returning' })
      const staff = await addType(session, db.aylin, { who: 'staff' })
      const gone = await addType(session, db.aylin, { active: false })
      const offered = [open.id, returning.id].toSorted()
      const everything = [...offered, staff.id, gone.id].toSorted()
      for (const person of ['leyla', 'mallory', 'rauf'] as const) expect(await idsFor(session, person)).toEqual(offered)
      expect(await idsFor(session, anonymous, VISITOR_COLUMNS)).toEqual(offered)
      for (const person of ['aylin', 'nigar'] as const) expect(await idsFor(session, person)).toEqual(everything)
    })
  })

  test('only the doctor and admins can read the types of an unavailable doctor', async () => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin)
      await session.query('update doctors set available = false where id = $1', [db.aylin])
      for (const person of ['leyla', 'rauf'] as const) expect(await idsFor(session, person)).toEqual([])
      expect(await idsFor(session, anonymous, VISITOR_COLUMNS)).toEqual([])
      for (const person of ['aylin', 'nigar'] as const) expect(await idsFor(session, person)).toEqual([id])
    })
  })

  test('a patient and a guardian can read the type of their appointment even after it was deactivated', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'murat')
      const type = await addType(session, db.aylin)
      await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
      await bookType(session, 'murat', db.aylin, { patient: child, time: '12:00', seen: asSeen(type) })
      await changeType(session, type.id, { active: false, who: 'staff' })
      for (const person of ['leyla', 'murat'] as const) expect(await idsFor(session, person)).toEqual([type.id])
      expect(await idsFor(session, 'mallory')).toEqual([])
    })
  })

  test('a visitor can neither read fees and currencies nor filter by them', async () => {
    await inTest(async (session) => {
      await addType(session, db.aylin)
      for (const sql of [
        'select fee_minor from appointment_types',
        'select currency from appointment_types',
        'select * from appointment_types',
        'select id from appointment_types where fee_minor > 100',
      ]) {
        expect((await refusal(session.as(anonymous, ({ query }) => query(sql))))[0]).toBe('42501')
      }
      expect(await session.as('leyla', ({ query }) => query('select fee_minor, currency from appointment_types'))).toEqual([
        { fee_minor: FIRST_VISIT.fee_minor, currency: 'AZN' },
      ])
    })
  })
})

describe('fees on public pages', () => {
  const shown = (session: Session, person: Person, doctors: string[] | null = [db.aylin, db.rauf]) =>
    session.as(person, ({ query }) => query('select type_id, fee_minor, currency from get_public_fees($1)', [doctors]))
  const isOn = async (session: Session) =>
    (await session.as('nigar', ({ query }) => query<{ shown: boolean }>('select are_fees_public() as shown')))[0]?.shown
  const turn = (session: Session, person: Person, on: boolean) =>
    session.as(person, ({ query }) => query('select set_public_fees($1)', [on]))

  test('are empty until an admin switches them on, and never include hidden types', async () => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin)
      await addType(session, db.aylin, { who: 'staff' })
      await addType(session, db.rauf, { active: false })
      expect(await shown(session, anonymous)).toEqual([])
      expect(await isOn(session)).toBe(false)
      await turn(session, 'nigar', true)
      expect(await isOn(session)).toBe(true)
      for (const person of [anonymous, 'leyla'] as const) {
        expect(await shown(session, person)).toEqual([{ type_id: id, fee_minor: 12_000, currency: 'AZN' }])
        expect(await shown(session, person, null)).toEqual([{ type_id: id, fee_minor: 12_000, currency: 'AZN' }])
      }
      await turn(session, 'nigar', false)
      expect(await shown(session, anonymous)).toEqual([])
      expect(await session.query("select actor, details from audit_log where action = 'fees.shown_to_visitors' order by id")).toEqual([
        { actor: idOf('nigar'), details: { to: true } },
        { actor: idOf('nigar'), details: { to: false } },
      ])
    })
  })

  test.each<Person>(['aylin', 'leyla', anonymous, serviceRole])('%s cannot switch them on', async (person) => {
    await inTest(async (session) => {
      expect((await refusal(turn(session, person, true)))[0]).toBe('42501')
    })
  })
})

describe('a type', () => {
  test.each([
    ['an empty name', { names: {} }, 'names_are_given'],
    ['a blank name', { names: { tr: '  ' } }, 'names_are_given'],
    ['a name in a language that the site lacks', { names: { de: 'Erstgespräch' } }, 'names_are_given'],
    ['a number as name', { names: { tr: 1 } }, 'names_are_given'],
    ['a list of names', { names: '["a"]' }, 'names_are_given'],
    ['a name with a line break', { names: { tr: 'a\nb' } }, 'names_are_given'],
    ['a name of 81 characters', { names: { tr: 'a'.repeat(81) } }, 'names_are_given'],
    ['a long description', { descriptions: { tr: 'a'.repeat(501) } }, 'descriptions_are_short'],
    ['a long preparation', { preparation: { tr: 'a'.repeat(2001) } }, 'preparation_is_short'],
    ['10 minutes', { minutes: 10 }, 'minutes_are_sane'],
    ['185 minutes', { minutes: 185 }, 'minutes_are_sane'],
    ['31 minutes', { minutes: 31 }, 'minutes_are_sane'],
    ['a negative fee', { fee_minor: -1 }, 'fee_is_sane'],
    ['a huge fee', { fee_minor: 100_000_001 }, 'fee_is_sane'],
    ['another currency', { currency: 'GBP' }, 'currency_is_offered'],
    ['another audience', { who: 'friends' }, 'who_is_known'],
    ['a position below zero', { position: -1 }, 'position_is_sane'],
  ])('is refused with %s', async (_, type, constraint) => {
    await inTest(async (session) => {
      expect(await refusal(addType(session, db.aylin, type, 'aylin'))).toEqual(['23514', `appointment_types_${constraint}`])
    })
  })

  test('is refused with a fee that has decimals or exceeds an integer, as the REST interface parses it', async () => {
    await inTest(async (session) => {
      const insert = (fee: string) =>
        session.as('aylin', ({ query }) =>
          query(
            `insert into appointment_types (doctor_id, names, minutes, fee_minor)
             select * from json_to_record($1) as r (doctor_id uuid, names jsonb, minutes integer, fee_minor integer)`,
            [`{"doctor_id": "${db.aylin}", "names": {"tr": "Görüşme"}, "minutes": 30, "fee_minor": ${fee}}`],
          ),
        )
      expect((await refusal(insert('120.125')))[0]).toBe('22P02')
      expect((await refusal(insert('99999999999999')))[0]).toBe('22003')
      expect(await insert('0')).toEqual([])
    })
  })

  test('accepts every value at its bounds, names in all languages, and a fee of zero or on request', async () => {
    await inTest(async (session) => {
      const names = Object.fromEntries(['tr', 'az', 'en', 'ru', 'ar', 'fr'].map((language) => [language, 'a'.repeat(80)]))
      const descriptions = { ar: 'ب'.repeat(500) }
      for (const type of [{ minutes: 15, fee_minor: 0 }, { minutes: 180, fee_minor: 100_000_000, currency: 'EUR' }, { fee_minor: null }])
        expect(await addType(session, db.aylin, { names, descriptions, ...type }, 'aylin')).toMatchObject(type)
    })
  })

  test('is one of at most 20 active ones of a doctor, and activating one counts as adding it', async () => {
    await inTest(async (session) => {
      const hidden = await addType(session, db.aylin, { active: false })
      for (let n = 0; n < 20; n++) await addType(session, db.aylin, CHECK_UP, 'aylin')
      expect(await refusal(addType(session, db.aylin, {}, 'aylin'))).toEqual(['P0001', 'too_many_types'])
      expect(await refusal(changeType(session, hidden.id, { active: true }, 'aylin'))).toEqual(['P0001', 'too_many_types'])
      expect(await changeType(session, hidden.id, { minutes: 45 }, 'aylin')).toHaveLength(1)
      await addType(session, db.rauf, {}, 'rauf')
    })
  })
})

test('a type of another doctor can neither be booked nor used to find slots', async () => {
  await inTest(async (session) => {
    const type = await addType(session, db.rauf)
    expect(await refusal(bookType(session, 'leyla', db.aylin, { seen: asSeen(type) }))).toEqual(['P0001', 'type_not_offered'])
    const slots = session.as('leyla', ({ query }) =>
      query('select * from get_available_slots($1, current_date + 7, $2)', [db.aylin, type.id]),
    )
    expect(await refusal(slots)).toEqual(['P0001', 'type_not_offered'])
  })
})

test('a type for returning patients depends on the patient’s own history, not on the booking guardian’s', async () => {
  await inTest(async (session) => {
    const adult = await addAdult(session, 'leyla')
    const type = await addType(session, db.aylin, { who: 'returning' })
    await arrange(session, 'leyla', db.aylin, { startsIn: '-10 days', status: 'completed' })
    expect(await refusal(bookType(session, 'leyla', db.aylin, { patient: adult, seen: asSeen(type) }))).toEqual([
      'P0001',
      'type_not_offered',
    ])
    expect(await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })).toMatchObject({ type_id: type.id })
    expect(await refusal(bookType(session, 'murat', db.aylin, { time: '14:00', seen: asSeen(type) }))).toEqual([
      'P0001',
      'type_not_offered',
    ])
  })
})
