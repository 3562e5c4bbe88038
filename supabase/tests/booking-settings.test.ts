// The booking settings of a doctor: notice, horizon, gap, appointments a day, automatic confirmation.
import { describe, expect, test } from 'vitest'
import { addPerson, book, IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const NOT_OFFERED = ['P0001', 'slot_not_offered']

const set = (session: Session, setting: string, person: Parameters<Session['as']>[0] = 'aylin') =>
  session.as(person, ({ query }) => query(`update doctors set ${setting} where id = $1 returning id`, [db.aylin]))

async function timesOn(session: Session, date: string, person = 'leyla') {
  const rows = await session.as(person, ({ query }) =>
    query<{ appointment_time: string }>(`select appointment_time from get_available_slots($1, ${date})`, [db.aylin]),
  )
  return rows.map(({ appointment_time }) => appointment_time)
}

const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

test('the default settings offer every time of a year', async () => {
  await inTest(async (session) => {
    const [defaults] = await session.query(
      'select booking_notice_hours, booking_horizon_days, gap_minutes, max_appointments_per_day, auto_confirm from doctors where id = $1',
      [db.aylin],
    )
    expect(defaults).toEqual({
      booking_notice_hours: 0,
      booking_horizon_days: 365,
      gap_minutes: 10,
      max_appointments_per_day: null,
      auto_confirm: false,
    })
    expect(await timesOn(session, IN_A_WEEK)).toHaveLength(31)
    expect(await timesOn(session, "(now() at time zone 'Europe/Istanbul')::date + 365")).toHaveLength(31)
    expect(await timesOn(session, "(now() at time zone 'Europe/Istanbul')::date + 366")).toEqual([])
  })
})

const SETTINGS = [
  'booking_notice_hours = 2',
  'booking_horizon_days = 30',
  'gap_minutes = 0',
  'max_appointments_per_day = 3',
  'auto_confirm = true',
]

describe.each(SETTINGS)('%s', (setting) => {
  test('can be changed only by the doctor and admins', async () => {
    await inTest(async (session) => {
      for (const person of ['aylin', 'nigar']) expect(await set(session, setting, person)).toHaveLength(1)
      for (const person of ['rauf', 'leyla', 'mallory']) expect(await set(session, setting, person)).toHaveLength(0)
    })
  })
})

test.each([
  'booking_notice_hours = -1',
  'booking_notice_hours = 169',
  'booking_horizon_days = 0',
  'booking_horizon_days = 1096',
  'gap_minutes = -1',
  'gap_minutes = 121',
  'max_appointments_per_day = 0',
  'max_appointments_per_day = 101',
])('%s is refused', async (setting) => {
  expect(await refusal(db.as('aylin', (session) => set(session, setting)))).toMatchObject(['23514', expect.stringMatching(/^doctors_/)])
})

test('no time inside the notice is offered, booked or held', async () => {
  await inTest(async (session) => {
    await set(session, 'booking_notice_hours = 168')
    const rows = await session.as('leyla', ({ query }) =>
      query<{ early: boolean }>(
        `select s.starts_at < now() + interval '168 hours' as early
         from generate_series(0, 8) as day, get_available_slots($1, (now() at time zone 'Europe/Istanbul')::date + day) as s`,
        [db.aylin],
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ early }) => early)).toEqual([])
    const inThreeDays = "(now() at time zone 'Europe/Istanbul')::date + 3"
    expect(await refusal(book(session, 'leyla', db.aylin, { date: inThreeDays }))).toEqual(NOT_OFFERED)
    const hold = session.as('leyla', ({ query }) => query(`select hold_slot($1, ${inThreeDays}, '10:00')`, [db.aylin]))
    expect(await refusal(hold)).toEqual(NOT_OFFERED)
  })
})

test('no time beyond the horizon is offered or booked, and the next free times end there too', async () => {
  await inTest(async (session) => {
    await set(session, 'booking_horizon_days = 6')
    expect(await timesOn(session, IN_A_WEEK)).toEqual([])
    expect(await refusal(book(session, 'leyla', db.aylin))).toEqual(NOT_OFFERED)
    await session.query(
      "delete from doctor_availability where doctor_id = $1 and day_of_week <> extract(isodow from now() at time zone 'Europe/Istanbul') - 1",
      [db.aylin],
    )
    const next = await session.as('leyla', ({ query }) =>
      query(`select from get_next_slots(array[$1::uuid], 12) where appointment_date >= ${IN_A_WEEK}`, [db.aylin]),
    )
    expect(next).toEqual([])
    await set(session, 'booking_horizon_days = 7')
    expect(await refusal(book(session, 'leyla', db.aylin))).toBe('was allowed')
  })
})

test('new bookings respect the doctor’s gap, and appointments keep the gap they were booked with', async () => {
  await inTest(async (session) => {
    await set(session, 'gap_minutes = 0')
    await book(session, 'leyla', db.aylin, { time: '10:00' })
    expect(await timesOn(session, IN_A_WEEK, 'murat')).toEqual(expect.arrayContaining(['09:30', '10:30']))
    expect(await refusal(book(session, 'murat', db.aylin, { time: '10:15' }))).toEqual(['23P01', 'appointments_doctor_is_free'])
    expect(await refusal(book(session, 'murat', db.aylin, { time: '10:30' }))).toBe('was allowed')

    await set(session, 'gap_minutes = 60')
    const times = await timesOn(session, IN_A_WEEK, 'mallory')
    // New bookings need a gap of an hour after them. The appointments at 10:00 and 10:30 keep their gap of zero.
    expect(times).not.toContain('09:00')
    expect(times).toContain('11:00')
    expect(await refusal(book(session, 'mallory', db.aylin, { time: '09:00' }))).toEqual(['23P01', 'appointments_doctor_is_free'])
    expect(await session.query('select distinct gap_minutes from appointments')).toEqual([{ gap_minutes: 0 }])
  })
})

test('a full day is not offered; a hold counts towards the limit and a cancelled appointment does not', async () => {
  await inTest(async (session) => {
    await set(session, 'max_appointments_per_day = 2')
    const { id } = await book(session, 'leyla', db.aylin, { time: '10:00' })
    await session.as('murat', ({ query }) => query(`select hold_slot($1, ${IN_A_WEEK}, '12:00')`, [db.aylin]))
    expect(await timesOn(session, IN_A_WEEK, 'mallory')).toEqual([])
    expect(await refusal(book(session, 'mallory', db.aylin, { time: '15:00' }))).toEqual(NOT_OFFERED)
    // The holder's own hold does not count.
    expect(await timesOn(session, IN_A_WEEK, 'murat')).toContain('12:00')
    await book(session, 'murat', db.aylin, { time: '12:00' })
    expect(await timesOn(session, `${IN_A_WEEK} + 1`, 'mallory')).toHaveLength(31)

    await session.as('leyla', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [id]))
    expect(await refusal(book(session, 'mallory', db.aylin, { time: '15:00' }))).toBe('was allowed')
  })
})

test('exactly one of many simultaneous bookings gets the last place of a day', { timeout: 60_000 }, async () => {
  const crowd = Array.from({ length: 8 }, (_, index) => `walker ${index}`)
  await db.keep(superuser, async (session) => {
    for (const name of crowd) await addPerson(session, name)
    await set(session, 'max_appointments_per_day = 1')
  })
  const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
  const answers = await Promise.all(
    crowd.map((name, index) =>
      refusal(db.keep(name, (session) => book(session, name, db.aylin, { time: times[index] ?? '', date: `${IN_A_WEEK} + 20` }))),
    ),
  )
  expect(answers.filter((answer) => answer === 'was allowed')).toHaveLength(1)
  expect(answers.filter((answer) => answer !== 'was allowed')).toEqual(Array.from({ length: 7 }, () => NOT_OFFERED))
  await db.keep(superuser, (session) => set(session, 'max_appointments_per_day = null'))
})

describe('automatic confirmation', () => {
  test('confirms a booking at once and mails both once', async () => {
    await inTest(async (session) => {
      await set(session, 'auto_confirm = true')
      const { id, status } = await book(session, 'leyla', db.aylin)
      expect(status).toBe('confirmed')
      const mails = await session.query(
        "select kind, payload ->> 'to' as to from private.mail_outbox where payload ->> 'appointment_id' = $1 order by 2",
        [id],
      )
      expect(mails).toEqual([
        { kind: 'appointment_confirmed', to: 'doctor' },
        { kind: 'appointment_confirmed', to: 'patient' },
      ])
    })
  })

  test('does not let a patient confirm a booking with another doctor or for somebody else', async () => {
    await inTest(async (session) => {
      await set(session, 'auto_confirm = true')
      const insert = (doctor: string, patient: string) =>
        refusal(
          session.as('leyla', ({ query }) =>
            query(
              `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
               values ($1, $2, ${IN_A_WEEK}, '12:00', 'x', 'confirmed')`,
              [idOf(patient), doctor],
            ),
          ),
        )
      expect((await insert(db.rauf, 'leyla'))[0]).toBe('42501')
      expect((await insert(db.aylin, 'murat'))[0]).toBe('42501')
      expect((await book(session, 'leyla', db.rauf, { time: '15:00' })).status).toBe('pending')
    })
  })
})
