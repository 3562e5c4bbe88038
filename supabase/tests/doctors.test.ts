import { describe, expect, test } from 'vitest'
import { anonymous, book, idOf, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const FORBIDDEN = ['42501', 'new row violates row-level security policy for table "doctors"']
const hide = (session: Session, doctor: string) =>
  session.as(superuser, ({ query }) => query('update doctors set available = false where id = $1', [doctor]))
const sees = async (session: Session, doctor: string) =>
  (await session.query('select id from doctors where id = $1', [doctor])).length === 1

/** The columns that everybody can read, in the order of the view. */
const PUBLIC_COLUMNS = `id first_name last_name specialization bio available work_hours timezone working_hours specialty_code languages
  photo_path bio_language title licence_number licence_authority licence_country`.split(/\s+/)

describe('public doctors', () => {
  test('have exactly the columns in PUBLIC_COLUMNS', async () => {
    const [doctor] = await db.as(superuser, ({ query }) => query('select * from get_public_doctors()'))
    expect(
      Object.keys(doctor ?? {}),
      'The view doctors_public has other columns than PUBLIC_COLUMNS of this file. A new column comes last in both; everybody can read it. See "Add a column to doctors" in CONTRIBUTING.md.',
    ).toEqual(PUBLIC_COLUMNS)
  })

  test('have only columns that visitors have a grant for', async () => {
    const names = (table: string, condition: string) =>
      db.as(superuser, async ({ query }) => {
        const found = await query<{ name: string }>(
          `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and ${condition}`,
          [table],
        )
        return found.map(({ name }) => name).toSorted()
      })
    const shown = await names('doctors_public', `attname <> 'working_hours'`)
    expect(
      await names('doctors', `has_column_privilege('anon', attrelid, attnum, 'select')`),
      'Visitors need a grant for each column that doctors_public shows, or the whole list fails with "permission denied for table doctors". Add to the migration: grant select (<column>) on public.doctors to anon; The only other column that they may read is the session length.',
    ).toEqual([...shown, 'session_duration'].toSorted())
  })

  test.each<[string, Person]>([
    ['anonymous people', anonymous],
    ['patients', 'leyla'],
    ['doctors', 'rauf'],
    ['admins', 'nigar'],
  ])('%s can read the available doctors, through the view and the function', async (_, person) => {
    await db.as(person, async ({ query }) => {
      const [first, second] = await query('select * from get_public_doctors()')
      expect([first?.['first_name'], second?.['first_name']]).toEqual(['Aylin', 'Rauf'])
      expect(await query('select * from doctors_public where available order by first_name')).toEqual([first, second])
    })
  })

  test.each<[string, Person]>([
    ['anonymous people', anonymous],
    ['patients', 'leyla'],
  ])('%s can read each doctor’s bookable hours, in order', async (_, person) => {
    await db.as(superuser, async (session) => {
      await session.query('delete from doctor_availability where doctor_id = $1', [db.aylin])
      await session.query(
        `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time, is_available)
         values ($1, 1, '14:00', '00:00', true), ($1, 0, '13:30', '17:00', true), ($1, 0, '09:00', '12:30', true),
                ($1, 2, '10:00', '10:00', true), ($1, 3, '09:00', '17:00', false)`,
        [db.aylin],
      )
      await session.as(person, async ({ query }) => {
        const [aylin] = await query('select working_hours from get_public_doctors() where id = $1', [db.aylin])
        expect(aylin?.['working_hours']).toEqual([
          { day_of_week: 0, start_time: '09:00', end_time: '12:30' },
          { day_of_week: 0, start_time: '13:30', end_time: '17:00' },
          { day_of_week: 1, start_time: '14:00', end_time: '00:00' },
        ])
      })
      await session.query('delete from doctor_availability where doctor_id = $1', [db.aylin])
      await session.as(person, async ({ query }) => {
        const none = await query('select working_hours from get_public_doctors() where id = $1', [db.aylin])
        expect(none).toEqual([{ working_hours: [] }])
      })
    })
  })

  test('do not include an unavailable doctor', async () => {
    await db.as(anonymous, async (visitor) => {
      await hide(visitor, db.aylin)
      expect(await visitor.query('select first_name from get_public_doctors()')).toEqual([{ first_name: 'Rauf' }])
      expect(await visitor.query('select id from doctors_public where id = $1', [db.aylin])).toHaveLength(0)
    })
  })

  test('show the session length to visitors, who choose a time before they sign in', async () => {
    const [doctor] = await db.as(anonymous, ({ query }) => query('select session_duration from doctors where id = $1', [db.aylin]))
    expect(doctor).toEqual({ session_duration: expect.any(Number) as number })
  })

  test('show no other columns to visitors', async () => {
    for (const column of ['user_id', 'cancellation_hours', 'created_at']) {
      expect(await refusal(db.as(anonymous, ({ query }) => query(`select ${column} from doctors`)))).toEqual([
        '42501',
        'permission denied for table doctors',
      ])
    }
  })
})

describe('an unavailable doctor', () => {
  test('can be seen only by themselves, admins and patients with an appointment', async () => {
    await db.as('leyla', async (session) => {
      await book(session, 'leyla', db.aylin)
      await hide(session, db.aylin)
      expect(await sees(session, db.aylin)).toBe(true)
      for (const [person, expected] of [
        ['aylin', true],
        ['nigar', true],
        ['murat', false],
        ['rauf', false],
      ] as const) {
        expect(await session.as(person, (other) => sees(other, db.aylin))).toBe(expected)
      }
    })
  })
})

describe('a doctor', () => {
  test('can change their own settings', async () => {
    const [changed] = await db.as('aylin', ({ query }) =>
      query("update doctors set session_duration = 45, cancellation_hours = 12, timezone = 'Europe/Berlin' where id = $1 returning *", [
        db.aylin,
      ]),
    )
    expect(changed).toMatchObject({ session_duration: 45, cancellation_hours: 12, timezone: 'Europe/Berlin' })
  })

  test.each([
    "first_name = 'X'",
    "last_name = 'X'",
    "specialization = 'X'",
    "bio = 'X'",
    'available = false',
    "work_hours = 'X'",
    'user_id = null',
    'created_at = now()',
    'id = gen_random_uuid()',
  ])('cannot set %s', async (change) => {
    expect(await refusal(db.as('aylin', ({ query }) => query(`update doctors set ${change} where id = $1`, [db.aylin])))).toEqual([
      'P0001',
      'doctor_field_not_allowed',
    ])
  })

  test('cannot set a column that was added later; an admin can', async () => {
    await db.as(superuser, async (session) => {
      await session.query('alter table doctors add column price integer')
      const setPrice = (person: Person) =>
        session.as(person, ({ query }) => query('update doctors set price = 1 where id = $1 returning price', [db.aylin]))
      expect(await refusal(setPrice('aylin'))).toEqual(['P0001', 'doctor_field_not_allowed'])
      expect(await setPrice('nigar')).toEqual([{ price: 1 }])
      // A value in that column does not block changes of the settings.
      expect(
        await session.as('aylin', ({ query }) =>
          query('update doctors set session_duration = 45 where id = $1 returning session_duration, price', [db.aylin]),
        ),
      ).toEqual([{ session_duration: 45, price: 1 }])
    })
  })

  test.each([
    ['session_duration = 14', 'doctors_session_is_15_to_120'],
    ['session_duration = 121', 'doctors_session_is_15_to_120'],
    ['cancellation_hours = 0', 'doctors_cancellation_is_1_to_72'],
    ['cancellation_hours = 73', 'doctors_cancellation_is_1_to_72'],
    ["timezone = 'Africa/Cairo'", 'doctors_timezone_is_offered'],
  ])('cannot set %s', async (change, constraint) => {
    expect(await refusal(db.as('aylin', ({ query }) => query(`update doctors set ${change} where id = $1`, [db.aylin])))).toEqual([
      '23514',
      constraint,
    ])
  })

  test('cannot change another doctor, or add or remove one', async () => {
    await db.as('aylin', async ({ query }) => {
      expect(await query('update doctors set session_duration = 60 where id = $1 returning id', [db.rauf])).toHaveLength(0)
      expect(await query('delete from doctors returning id')).toHaveLength(0)
      expect(await refusal(query("insert into doctors (first_name, last_name) values ('A', 'B')"))).toEqual(FORBIDDEN)
    })
  })

  test('needs the role as well as the record', async () => {
    await db.as('aylin', async (aylin) => {
      await aylin.as('nigar', ({ query }) => query('delete from user_roles where user_id = $1', [idOf('aylin')]))
      expect(await aylin.query('update doctors set session_duration = 60 where id = $1 returning id', [db.aylin])).toHaveLength(0)
    })
  })
})

test.each<Person>(['leyla', 'mallory'])('%s cannot change, add or remove doctors', async (person) => {
  await db.as(person, async ({ query }) => {
    expect(await query("update doctors set first_name = 'X' returning id")).toHaveLength(0)
    expect(await query('delete from doctors returning id')).toHaveLength(0)
    expect(await refusal(query("insert into doctors (first_name, last_name) values ('A', 'B')"))).toEqual(FORBIDDEN)
  })
})

test('visitors cannot write doctors', async () => {
  for (const sql of [
    "insert into doctors (first_name, last_name) values ('A', 'B')",
    "update doctors set first_name = 'X'",
    'delete from doctors',
  ]) {
    expect(await refusal(db.as(anonymous, ({ query }) => query(sql)))).toEqual(['42501', 'permission denied for table doctors'])
  }
})

describe('an admin', () => {
  test('can add, change, link and remove doctors', async () => {
    await db.as('nigar', async ({ query }) => {
      const [added] = await query<{ id: string }>(`insert into doctors (first_name, last_name, specialization, bio, available)
        values ('Deniz', 'Ak', 'Üroloji', 'Bio', true) returning *`)
      expect(added).toMatchObject({ session_duration: 30, cancellation_hours: 24, timezone: 'Europe/Istanbul', user_id: null })
      await query('update doctors set available = false, user_id = $2 where id = $1', [added?.id, idOf('mallory')])
      expect(await query('delete from doctors where id = $1 returning id', [added?.id])).toHaveLength(1)
    })
  })

  test('cannot link one account to two doctors', async () => {
    expect(
      await refusal(db.as('nigar', ({ query }) => query('update doctors set user_id = $2 where id = $1', [db.rauf, idOf('aylin')]))),
    ).toEqual(['23505', 'doctors_user_is_single'])
  })

  test('cannot add a doctor without a name, or remove one with appointments', async () => {
    await db.as('nigar', async (nigar) => {
      expect(await refusal(nigar.query("insert into doctors (first_name, last_name) values (' ', 'B')"))).toEqual([
        '23514',
        'doctors_first_name_is_given',
      ])
      await book(nigar, 'leyla', db.aylin)
      expect((await refusal(nigar.query('delete from doctors where id = $1', [db.aylin])))[0]).toBe('23503')
    })
  })
})

describe('contacts', () => {
  const contacts = (person: Person) => db.as(person, async ({ query }) => (await query('select * from doctor_contacts')).length)

  test('can be read by their doctor and by admins only', async () => {
    expect(await contacts('aylin')).toBe(1)
    expect(await contacts('nigar')).toBe(1)
    for (const person of ['rauf', 'leyla', 'mallory']) expect(await contacts(person)).toBe(0)
    expect(await refusal(contacts(anonymous))).toEqual(['42501', 'permission denied for table doctor_contacts'])
  })

  test('can be written by admins only', async () => {
    const add = 'insert into doctor_contacts (doctor_id, email, phone) values ($1, $2, null)'
    await db.as('nigar', async ({ query }) => {
      await query(add, [db.rauf, 'rauf@praxis.test'])
      expect(await query("update doctor_contacts set phone = '1' returning 1")).toHaveLength(2)
      expect(await query('delete from doctor_contacts returning 1')).toHaveLength(2)
      expect(await refusal(query(add, [db.rauf, 'no address']))).toEqual(['23514', 'doctor_contacts_email_is_an_address'])
    })
    for (const person of ['aylin', 'leyla']) {
      await db.as(person, async ({ query }) => {
        expect((await refusal(query(add, [db.rauf, 'x@y.zz'])))[0]).toBe('42501')
        expect(await query("update doctor_contacts set phone = '1' returning 1")).toHaveLength(0)
        expect(await query('delete from doctor_contacts returning 1')).toHaveLength(0)
      })
    }
  })
})

describe('doctors who no longer see patients', () => {
  test('reveal to visitors only the short id at the end of their page’s address', async () => {
    const seen = await db.as(superuser, async ({ query, as }) => {
      const [doctor] = await query<{ id: string }>(
        "insert into doctors (first_name, last_name, available) values ('Former', 'Doctor', false) returning id",
      )
      const rows = await as(anonymous, (visitor) => visitor.query<Record<string, string>>('select * from get_retired_doctors()'))
      const hidden = await as(anonymous, (visitor) => visitor.query('select id from doctors where id = $1', [doctor?.id]))
      return { id: doctor?.id ?? '', rows, hidden }
    })
    expect(seen.rows).toContainEqual({ short_id: seen.id.slice(0, 8) })
    expect(seen.hidden).toEqual([])
  })

  test('every table with public data announces its changes', async () => {
    const announced = await db.as(superuser, async ({ query }) =>
      query<{ event_object_table: string }>(
        "select distinct event_object_table from information_schema.triggers where trigger_name like '%\\_announce' order by 1",
      ),
    )
    expect(announced.map(({ event_object_table: table }) => table)).toEqual(
      expect.arrayContaining(['appointment_types', 'doctor_availability', 'doctor_extra_hours', 'doctor_leave', 'doctor_texts', 'doctors']),
    )
  })
})
