import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  IN_A_WEEK,
  idOf,
  openClinic,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()

const insert = (session: Session, values: Record<string, unknown>) => {
  const row = { user_id: idOf('leyla'), doctor_id: db.aylin, appointment_time: '10:00', patient_complaint: 'Baş ağrısı', ...values }
  const columns = Object.keys(row)
  return session.query(
    `insert into appointments (appointment_date, ${columns.join(', ')}) values (${IN_A_WEEK}, ${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
}

describe('a booking', () => {
  test('is pending, belongs to the caller, and keeps the instants, zone and length at the time of booking', async () => {
    await db.as('leyla', async (leyla) => {
      const { id } = await book(leyla, 'leyla', db.aylin)
      await leyla.as('aylin', ({ query }) =>
        query("update doctors set session_duration = 60, timezone = 'Asia/Dubai' where id = $1", [db.aylin]),
      )
      const [row] = await leyla.query(
        `select status, timezone, session_duration, ends_at - starts_at = interval '30 minutes' as half_an_hour,
                starts_at = (appointment_date + appointment_time::time) at time zone 'Europe/Istanbul' as as_booked, notes, call_started_at
         from appointments where id = $1`,
        [id],
      )
      expect(row).toEqual({
        status: 'pending',
        timezone: 'Europe/Istanbul',
        session_duration: 30,
        half_an_hour: true,
        as_booked: true,
        notes: null,
        call_started_at: null,
      })
    })
  })

  test('trims the complaint and accepts times with or without seconds', async () => {
    const [row] = await db.as('leyla', (leyla) => insert(leyla, { appointment_time: '10:00:00', patient_complaint: '  Baş ağrısı \n' }))
    expect(row).toMatchObject({ appointment_time: '10:00', patient_complaint: 'Baş ağrısı' })
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    ['a booking for somebody else', { user_id: idOf('murat') }, ['42501', 'permission denied']],
    ['a confirmed booking', { status: 'confirmed' }, ['42501', 'new row violates row-level security policy for table "appointments"']],
    ['a missing complaint', { patient_complaint: null }, ['23514', 'appointments_complaint_is_given']],
    ['an empty complaint', { patient_complaint: ' \n ' }, ['23514', 'appointments_complaint_is_given']],
    ['an invisible complaint', { patient_complaint: '\u2060\u200d\u00ad\u3164' }, ['23514', 'appointments_complaint_is_given']],
    ['a complaint of 2001 characters', { patient_complaint: 'x'.repeat(2001) }, ['23514', 'appointments_complaint_is_given']],
    ['a time off the grid', { appointment_time: '10:05' }, ['P0001', 'slot_not_offered']],
    ['a session that ends after the hours', { appointment_time: '16:45' }, ['P0001', 'slot_not_offered']],
    ['a time before the hours', { appointment_time: '08:45' }, ['P0001', 'slot_not_offered']],
    ['an unknown doctor', { doctor_id: idOf('nobody') }, ['P0001', 'slot_not_offered']],
    ['a given start instant', { starts_at: '2030-01-01T00:00Z' }, ['42501', 'permission denied for table appointments']],
    ['a note', { notes: 'x' }, ['42501', 'permission denied for table appointments']],
    ['a given call start', { call_started_at: '2030-01-01T00:00Z' }, ['42501', 'permission denied for table appointments']],
    ['an erased booking', { erased_at: '2030-01-01T00:00Z' }, ['42501', 'permission denied for table appointments']],
    ['an invalid time of day', { appointment_time: 'noon?' }, ['22007', 'invalid input syntax for type time: "noon?"']],
  ])('%s is refused', async (_, values, expected) => {
    expect(await refusal(db.as('leyla', (leyla) => insert(leyla, values)))).toEqual(expected)
  })

  test('is refused in the past', async () => {
    expect(await refusal(db.as('leyla', (leyla) => book(leyla, 'leyla', db.aylin, { date: 'current_date - 3' })))).toEqual([
      'P0001',
      'slot_not_offered',
    ])
  })

  test('is refused during leave and for an unavailable doctor', async () => {
    await db.as('leyla', async (leyla) => {
      await leyla.as('aylin', ({ query }) =>
        query(`insert into doctor_leave (doctor_id, leave_date) values ($1, ${IN_A_WEEK})`, [db.aylin]),
      )
      expect(await refusal(book(leyla, 'leyla', db.aylin))).toEqual(['P0001', 'slot_not_offered'])
      await leyla.as('nigar', ({ query }) => query('update doctors set available = false where id = $1', [db.rauf]))
      expect(await refusal(book(leyla, 'leyla', db.rauf))).toEqual(['P0001', 'slot_not_offered'])
    })
  })

  test('fails with 23505 for a taken start and with 23P01 for an overlap or a gap under 10 minutes, and succeeds at the next free time', async () => {
    await db.as('leyla', async (leyla) => {
      await book(leyla, 'leyla', db.aylin, { time: '10:00' })
      const attempt = (time: string) => refusal(book(leyla, 'murat', db.aylin, { time }))
      expect(await attempt('10:00')).toEqual(['23505', 'appointments_slot_is_single'])
      for (const time of ['09:30', '09:45', '10:15', '10:30']) expect(await attempt(time)).toEqual(['23P01', 'appointments_doctor_is_free'])
      expect(await attempt('09:15')).toBe('was allowed')
      expect(await attempt('10:45')).toBe('was allowed')
    })
  })

  test('is possible at the time of a cancelled appointment', async () => {
    await db.as('leyla', async (leyla) => {
      const { id } = await book(leyla, 'leyla', db.aylin)
      await setStatus(leyla, 'leyla', id, 'cancelled')
      expect(await refusal(book(leyla, 'murat', db.aylin))).toBe('was allowed')
      expect(await refusal(setStatus(leyla, 'leyla', id, 'pending'))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })

  test('does not conflict with another patient’s appointment at the same time with another doctor', async () => {
    await db.as('leyla', async (leyla) => {
      await book(leyla, 'leyla', db.aylin)
      expect(await refusal(book(leyla, 'murat', db.rauf))).toBe('was allowed')
    })
  })

  test('is refused if the patient has ten open ones; past and cancelled ones do not count', async () => {
    await db.as('leyla', async (leyla) => {
      await arrange(leyla, 'leyla', db.aylin, { startsIn: '-2 days', status: 'pending' })
      await arrange(leyla, 'leyla', db.aylin, { startsIn: '-3 days', status: 'completed' })
      const times = ['09:00', '09:45', '10:30', '11:15', '12:00', '12:45', '13:30', '14:15', '15:00', '15:45']
      const booked = []
      for (const time of times) booked.push(await book(leyla, 'leyla', db.aylin, { time }))
      // Rauf's 09:00 in Baku is 08:00 in Istanbul, before the first booking.
      const another = () => refusal(book(leyla, 'leyla', db.rauf, { time: '09:00' }))
      expect(await another()).toEqual(['P0001', 'too_many_open_appointments'])
      await setStatus(leyla, 'leyla', booked[0]?.id ?? '', 'cancelled')
      expect(await another()).toBe('was allowed')
    })
  })

  test.each(["'infinity'", "'-infinity'"])('is refused immediately for the date %s', async (date) => {
    expect(await refusal(db.as('leyla', (leyla) => book(leyla, 'leyla', db.aylin, { date })))).toEqual(['P0001', 'slot_not_offered'])
    expect(await db.as('leyla', ({ query }) => query(`select * from get_available_slots($1, ${date})`, [db.aylin]))).toEqual([])
    expect(
      await db.as('leyla', ({ query }) => query(`select * from get_available_days($1, ${date}, ${date})`, [db.aylin]).catch(() => [])),
    ).toEqual([])
  })

  test('reveals nothing about another user if it is made in that user’s name', async () => {
    await db.as('leyla', async (leyla) => {
      for (const time of ['09:00', '09:45', '10:30', '11:15', '12:00', '12:45', '13:30', '14:15', '15:00', '15:45'])
        await book(leyla, 'leyla', db.aylin, { time })
      expect(await refusal(leyla.as('mallory', (mallory) => insert(mallory, { appointment_time: '16:30' })))).toEqual([
        '42501',
        'permission denied',
      ])
    })
  })

  test('does not block another user’s own bookings if it is made in that user’s name', async () => {
    const other = await openClinic()
    const forged = (time: string) =>
      other.keep('mallory', ({ query }) =>
        query(
          `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
           values ($1, $3, ${IN_A_WEEK} + 1, $4, 'x'), ($2, $3, ${IN_A_WEEK}, '15:00', 'x')`,
          [idOf('mallory'), idOf('leyla'), other.aylin, time],
        ),
      )
    for (const time of ['09:00', '09:45', '10:30', '11:15', '12:00', '12:45', '13:30', '14:15']) {
      const [honest, hostile] = await Promise.all([
        refusal(other.keep('leyla', (leyla) => book(leyla, 'leyla', other.aylin, { time }))),
        refusal(forged(time)),
      ])
      expect(honest).toBe('was allowed')
      expect(hostile[0]).toBe('42501')
    }
    await other.drop()
  })

  test('is limited to sixty a day, cancelled ones included', async () => {
    await db.as('leyla', async (leyla) => {
      for (let n = 0; n < 60; n++) await setStatus(leyla, 'leyla', (await book(leyla, 'leyla', db.aylin)).id, 'cancelled')
      expect(await refusal(book(leyla, 'leyla', db.aylin))).toEqual(['P0001', 'too_many_bookings'])
    })
  })

  test('stays consistent while the doctor changes the time zone', async () => {
    const other = await openClinic()
    const settings = other.keep('aylin', async ({ query }) => {
      await query(`update doctors set timezone = 'America/New_York', session_duration = 120 where id = $1`, [other.aylin])
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    await Promise.all([settings, other.keep('leyla', (leyla) => book(leyla, 'leyla', other.aylin, { time: '12:00' }))])
    const [row] = await other.as('leyla', ({ query }) =>
      query(`select (starts_at at time zone timezone) = appointment_date + appointment_time::time as agrees,
                    ends_at - starts_at = make_interval(mins => session_duration) as fits from appointments`),
    )
    expect(row).toEqual({ agrees: true, fits: true })
    await other.drop()
  })

  test('is refused for visitors', async () => {
    expect(await refusal(db.as(anonymous, (visitor) => insert(visitor, {})))).toEqual(['42501', 'permission denied for table appointments'])
  })
})

describe('reading', () => {
  test.each<[Person, number]>([
    ['leyla', 1],
    ['aylin', 1],
    ['nigar', 1],
    [serviceRole, 1],
    ['murat', 0],
    ['rauf', 0],
    ['mallory', 0],
  ])('%o sees %i appointments of leyla with aylin', async (person, expected) => {
    await db.as(superuser, async (owner) => {
      await book(owner, 'leyla', db.aylin)
      expect(await owner.as(person, ({ query }) => query('select from appointments'))).toHaveLength(expected)
    })
  })

  test('visitors see no appointments', async () => {
    expect(await refusal(db.as(anonymous, ({ query }) => query('select from appointments')))).toEqual([
      '42501',
      'permission denied for table appointments',
    ])
  })

  /** Adds a future confirmed appointment with aylin, a future request to rauf, and `rows` with aylin, counted from today in her zone. */
  async function fillDays(owner: Session, rows: { days: number; time: string; status: string }[]) {
    const { id } = await book(owner, 'leyla', db.aylin)
    await book(owner, 'murat', db.rauf)
    await setStatus(owner, 'aylin', id, 'confirmed')
    await owner.query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select $1, d.id, (now() at time zone d.timezone)::date + days, time, 'x', status
       from doctors d, json_to_recordset($3) as t (days integer, time text, status appointment_status) where d.id = $2`,
      [idOf('murat'), db.aylin, JSON.stringify(rows)],
    )
  }
  const OF_TODAY = [
    { days: 0, time: '00:00', status: 'completed' },
    { days: 0, time: '02:00', status: 'cancelled' },
  ]

  test('the dashboard counts what the caller may see, and ‘today’ follows the doctor’s zone and excludes cancelled ones', async () => {
    await db.as(superuser, async (owner) => {
      await fillDays(owner, OF_TODAY)
      const stats = (person: string) => owner.as(person, async ({ query }) => (await query('select * from get_dashboard_stats()'))[0])
      expect(await stats('nigar')).toMatchObject({ total: '4', pending: '1', confirmed: '1', today: '1' })
      expect(await stats('aylin')).toMatchObject({ total: '3', pending: '0', confirmed: '1', today: '1' })
      expect(await stats('mallory')).toMatchObject({ total: '0', pending: '0', confirmed: '0', today: '0' })
    })
  })

  test('the dashboard counts all doctors, and the available doctors who have no working hours', async () => {
    await db.as(superuser, async (owner) => {
      const stats = () =>
        owner.as('nigar', async ({ query }) => (await query('select doctors, without_hours from get_dashboard_stats()'))[0])
      const [all] = await owner.query<{ number: string }>('select count(*) as number from doctors')
      const before = await stats()
      expect(before).toMatchObject({ doctors: all?.number })
      await owner.query('update doctor_availability set is_available = false where doctor_id = $1', [db.aylin])
      expect(Number((await stats())?.['without_hours'])).toBe(Number(before?.['without_hours']) + 1)
      await owner.query('update doctors set available = false where id = $1', [db.aylin])
      expect(await stats()).toEqual(before)
    })
  })

  test('only the doctor and admins see a doctor’s full counters; each future day of leave counts once', async () => {
    await db.as(superuser, async (owner) => {
      await fillDays(owner, [...OF_TODAY, { days: -3, time: '09:00', status: 'completed' }])
      await owner.query(
        `insert into doctor_leave (doctor_id, leave_date, start_time, end_time)
         select d.id, (now() at time zone d.timezone)::date + days, from_time::time, to_time::time
         from doctors d, (values (-1, '09:00', '10:00'), (0, '20:00', '21:00'), (4, '09:00', '10:00'), (4, '11:00', '12:00')) as t (days, from_time, to_time)
         where d.id = $1`,
        [db.aylin],
      )
      const stats = (person: Person) =>
        owner.as(person, async ({ query }) => (await query('select * from get_doctor_stats($1)', [db.aylin]))[0])
      const all = { today: '1', upcoming: '1', total: '4', leave_days: '2' }
      expect(await stats('aylin')).toEqual(all)
      expect(await stats('nigar')).toEqual(all)
      // Neither a colleague nor a patient learns about appointments that they may not read.
      expect(await stats('rauf')).toEqual({ today: '0', upcoming: '0', total: '0', leave_days: '0' })
      expect(await stats('leyla')).toEqual({ today: '0', upcoming: '1', total: '1', leave_days: '0' })
      expect(await refusal(stats(anonymous))).toEqual(['42501', 'permission denied for function get_doctor_stats'])
    })
  })
})

test.each<Person>(['leyla', 'aylin', 'nigar', anonymous])('%o cannot delete appointments', async (person) => {
  expect(await refusal(db.as(person, ({ query }) => query('delete from appointments')))).toEqual([
    '42501',
    'permission denied for table appointments',
  ])
})
