// A held time: for some minutes, only its holder can book it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  anonymous,
  book,
  type Clinic,
  IN_A_WEEK,
  idOf,
  openClinic,
  type Person,
  refusal,
  type Session,
  serviceRole,
  superuser,
} from './clinic.ts'

let db: Clinic
beforeAll(async () => {
  db = await openClinic()
  // Makes all accounts older, because new ones have other limits.
  await db.keep(superuser, ({ query }) => query("update auth.users set created_at = now() - interval '1 day'"))
})
afterAll(() => db.drop())

const TAKEN = ['23505', 'appointments_slot_is_single']
const OVERLAPPED = ['23P01', 'appointments_doctor_is_free']

const hold = (session: Session, person: Person, time = '10:00', { doctor = db.aylin, date = IN_A_WEEK } = {}) =>
  session.as(person, async ({ query }) => {
    const [row] = await query<{ minutes: number }>(
      `select round(extract(epoch from hold_slot($1, ${date}, $2) - now()) / 60)::int as minutes`,
      [doctor, time],
    )
    return row?.minutes
  })
const release = (session: Session, person: Person) => session.as(person, ({ query }) => query('select release_hold()'))
const offered = (session: Session, person: Person) =>
  session.as(person, async ({ query }) => {
    const [row] = await query<{ slots: string[]; days: number; next: string[] }>(
      `select (select array_agg(appointment_time) from get_available_slots($1, ${IN_A_WEEK})) as slots,
              (select free_slots from get_available_days($1, ${IN_A_WEEK}, ${IN_A_WEEK})) as days,
              (select array_agg(appointment_time) from get_next_slots(array[$1]::uuid[], 12) where appointment_date = ${IN_A_WEEK}) as next`,
      [db.aylin],
    )
    return row ?? { slots: [], days: 0, next: [] }
  })
const expire = ({ as }: Session) =>
  as(superuser, ({ query }) =>
    query("update private.slot_holds set created_at = now() - interval '11 minutes', expires_at = now() - interval '1 minute'"),
  )
const holds = ({ as }: Session) =>
  as(superuser, ({ query }) => query('select user_id, appointment_time from private.slot_holds order by 2'))

/** Adds leave on all earlier days, so that the next free times are on the day of these tests. */
const leaveUntilThen = ({ query }: Session) =>
  query(`insert into doctor_leave (doctor_id, leave_date) select $1, ${IN_A_WEEK} - day from generate_series(1, 8) as day`, [db.aylin])

describe('a held time', () => {
  test('is offered only to its holder, as are times too close to it', async () => {
    await db.as(superuser, async (session) => {
      await leaveUntilThen(session)
      const before = await offered(session, 'leyla')
      expect(before.slots).toContain('10:00')
      await hold(session, 'leyla')
      expect(await offered(session, 'leyla')).toEqual(before)
      for (const person of ['murat', 'aylin', 'nigar', anonymous, serviceRole]) {
        const { slots, days, next } = await offered(session, person)
        expect(before.slots.filter((time) => !slots.includes(time))).toEqual(['09:30', '09:45', '10:00', '10:15', '10:30'])
        expect(days).toBe(before.days - 5)
        expect(next).toEqual(slots.slice(0, 12))
      }
    })
  })

  test('cannot be booked or held by others, with the same error as a taken time', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      expect(await refusal(book(session, 'murat', db.aylin))).toEqual(TAKEN)
      expect(await refusal(book(session, 'murat', db.aylin, { time: '10:15' }))).toEqual(OVERLAPPED)
      expect(await refusal(hold(session, 'murat'))).toEqual(TAKEN)
      expect(await refusal(hold(session, 'murat', '09:45'))).toEqual(OVERLAPPED)
      expect(await refusal(book(session, 'murat', db.aylin, { time: '10:45' }))).toBe('was allowed')
    })
  })

  test('can be booked by its holder, which ends the hold', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      await book(session, 'leyla', db.aylin)
      expect(await holds(session)).toEqual([])
    })
  })

  test('is still held when the booking fails', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      const withoutComplaint = session.as('leyla', ({ query }) =>
        query(
          `insert into appointments (doctor_id, appointment_date, appointment_time, patient_complaint) values ($1, ${IN_A_WEEK}, '10:00', ' ')`,
          [db.aylin],
        ),
      )
      expect(await refusal(withoutComplaint)).toEqual(['23514', 'appointments_complaint_is_given'])
      expect(await holds(session)).toHaveLength(1)
    })
  })

  test('is free again once it is released, replaced or expired', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      await release(session, 'leyla')
      expect(await hold(session, 'murat')).toBe(10)
      await hold(session, 'murat', '14:00')
      expect(await holds(session)).toEqual([{ user_id: idOf('murat'), appointment_time: '14:00' }])
      expect(await hold(session, 'leyla')).toBe(10)
      await expire(session)
      expect((await offered(session, anonymous)).slots).toContain('10:00')
      expect(await refusal(book(session, 'mallory', db.aylin))).toBe('was allowed')
    })
  })

  test('cannot be released by others', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      await release(session, 'murat')
      expect(await holds(session)).toHaveLength(1)
    })
  })
})

describe('the duration of a hold', () => {
  test('is ten minutes, and holding the same time again does not extend it', async () => {
    await db.as(superuser, async (session) => {
      expect(await hold(session, 'leyla')).toBe(10)
      await session.query(
        "update private.slot_holds set created_at = now() - interval '7 minutes', expires_at = now() + interval '3 minutes'",
      )
      expect(await hold(session, 'leyla')).toBe(3)
      await expire(session)
      expect(await hold(session, 'leyla')).toBe(10)
    })
  })

  test.each([
    ['now', 30],
    ['5 minutes ago', 25],
    ['25 minutes ago', 10],
    ['2 hours ago', 10],
  ])('is, for an account created %s, %s minutes', async (age, minutes) => {
    await db.as(superuser, async (session) => {
      const created = age === 'now' ? 'now()' : `now() - interval '${age.replace(' ago', '')}'`
      await session.query(`update auth.users set created_at = ${created} where id = $1`, [idOf('leyla')])
      expect(await hold(session, 'leyla')).toBe(minutes)
    })
  })

  test('starts with the account for a time that was chosen before the sign-up', async () => {
    await db.as(superuser, async (session) => {
      const [day] = await session.query<{ day: string }>(`select (${IN_A_WEEK})::text as day`)
      const wish = { doctor_id: db.aylin, on_date: day?.day, at_time: '10:00' }
      await addPerson(session, 'newcomer', { first_name: 'New', last_name: 'Comer', hold: wish })
      expect(await holds(session)).toEqual([{ user_id: idOf('newcomer'), appointment_time: '10:00' }])
      expect(await refusal(book(session, 'murat', db.aylin))).toEqual(TAKEN)
      expect(await session.query('select raw_user_meta_data from auth.users where id = $1', [idOf('newcomer')])).toEqual([
        { raw_user_meta_data: { first_name: 'New', last_name: 'Comer' } },
      ])
      // The account is created even if the time is taken or the request is malformed.
      for (const [name, other] of Object.entries({ late: wish, odd: { ...wish, at_time: 'x' }, older: 'yes', empty: {} })) {
        await addPerson(session, name, { first_name: name, last_name: 'X', hold: other })
      }
      expect(await holds(session)).toHaveLength(1)
    })
  })
})

describe('a hold is refused', () => {
  test('for a time that is not offered or taken, or when the patient has another appointment', async () => {
    await db.as(superuser, async (session) => {
      for (const time of ['08:45', '10:07', '16:45'])
        expect(await refusal(hold(session, 'leyla', time))).toEqual(['P0001', 'slot_not_offered'])
      expect(await refusal(hold(session, 'leyla', '10:00', { date: 'current_date - 1' }))).toEqual(['P0001', 'slot_not_offered'])
      expect(await refusal(hold(session, 'leyla', '10:00', { doctor: idOf('nobody') }))).toEqual(['P0001', 'slot_not_offered'])
      await book(session, 'murat', db.aylin)
      expect(await refusal(hold(session, 'leyla'))).toEqual(TAKEN)
      expect(await refusal(hold(session, 'leyla', '10:30'))).toEqual(OVERLAPPED)
      // 10:00 in Istanbul is 11:00 in Baku.
      expect(await refusal(hold(session, 'murat', '11:00', { doctor: db.rauf }))).toEqual(['23P01', 'appointments_patient_is_free'])
      expect(await holds(session)).toEqual([])
    })
  })

  test('after sixty holds in an hour', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      await session.query("update private.rate_counters set hits = 60 where key = encode(sha256(convert_to($1, 'UTF8')), 'hex')", [
        `hold:${idOf('leyla')}`,
      ])
      expect(await refusal(hold(session, 'leyla', '14:00'))).toEqual(['P0001', 'too_many_holds'])
      expect(await refusal(hold(session, 'murat', '14:00'))).toBe('was allowed')
    })
  })
})

describe('permission to hold', () => {
  test('visitors and the secret key can neither hold nor release a time', async () => {
    for (const person of [anonymous, serviceRole]) {
      expect((await refusal(db.as(person, (session) => hold(session, person))))[0]).toBe('42501')
      expect((await refusal(db.as(person, (session) => release(session, person))))[0]).toBe('42501')
    }
  })

  test('nobody can read or write holds directly, or hold a time for others', async () => {
    for (const person of ['leyla', 'aylin', 'nigar', anonymous, serviceRole]) {
      for (const sql of [
        'select * from private.slot_holds',
        'delete from private.slot_holds',
        'update private.slot_holds set expires_at = now()',
        `select private.hold_slot_for('${idOf('leyla')}', '${db.aylin}', current_date, '10:00')`,
      ]) {
        expect((await refusal(db.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
      }
    }
  })

  test('a user whose account is deleted cannot hold a time', async () => {
    await db.as(superuser, async (session) => {
      await hold(session, 'leyla')
      await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('leyla')])
      expect(await holds(session)).toEqual([])
      expect((await refusal(hold(session, 'leyla')))[0]).toBe('42501')
    })
  })
})

test('the export contains the hold, if it has not expired', async () => {
  await db.as(superuser, async (session) => {
    const held = (person: string) =>
      session.as(
        person,
        async ({ query }) => (await query<{ held: object | null }>("select export_my_data() -> 'held_slot' as held"))[0]?.held,
      )
    await hold(session, 'leyla')
    expect(await held('leyla')).toMatchObject({ doctor_id: db.aylin, appointment_time: '10:00' })
    expect(await held('murat')).toBeNull()
    await expire(session)
    expect(await held('leyla')).toBeNull()
  })
})

test('erasing the account erases the hold', async () => {
  await db.as(superuser, async (session) => {
    await hold(session, 'leyla')
    await session.as('leyla', ({ query }) => query("select erase_my_account('leyla@example.test')"))
    expect(await holds(session)).toEqual([])
  })
})

test('open pages are notified of a hold, of its release, and when the clean-up removes an expired one', async () => {
  await db.as(superuser, async (session) => {
    const heard = async (work: () => Promise<unknown>) => {
      await session.query('delete from realtime.messages')
      await work()
      return (await session.query<{ topic: string }>("select topic from realtime.messages where event = 'slots_changed'")).map(
        ({ topic }) => topic,
      )
    }
    const topic = `doctor:${db.aylin}:slots`
    expect(await heard(() => hold(session, 'leyla'))).toEqual([topic])
    expect(await heard(() => hold(session, 'leyla'))).toEqual([])
    expect((await heard(() => hold(session, 'leyla', '11:00', { doctor: db.rauf }))).toSorted()).toEqual(
      [topic, `doctor:${db.rauf}:slots`].toSorted(),
    )
    expect(await heard(() => release(session, 'leyla'))).toEqual([`doctor:${db.rauf}:slots`])
    await hold(session, 'leyla')
    await hold(session, 'murat', '14:00')
    await session.query(
      "update private.slot_holds set created_at = now() - interval '11 minutes', expires_at = now() - interval '1 minute' where user_id = $1",
      [idOf('leyla')],
    )
    const cleanUp = () => session.as(serviceRole, ({ query }) => query('select * from close_past_appointments()'))
    expect(await heard(cleanUp)).toEqual([topic])
    expect(await holds(session)).toEqual([{ user_id: idOf('murat'), appointment_time: '14:00' }])
  })
})
