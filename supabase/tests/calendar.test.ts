// The calendar of staff: permissions, contents, limits, and days in the doctor's time zone.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  IN_A_WEEK,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

interface Calendar {
  doctors: {
    id: string
    timezone: string
    hours: object[]
    extra_hours: object[]
    leave: { leave_date: string; start_time: string | null }[]
  }[]
  appointments: { id: string; doctor_id: string; status: string; patient: { first_name: string } | null }[]
  is_complete: boolean
}

async function calendar(
  session: Session,
  person: Person,
  { doctors = [db.aylin, db.rauf] as string[] | null, from = IN_A_WEEK, to = IN_A_WEEK, withCancelled = false } = {},
) {
  const [row] = await session.as(person, ({ query }) =>
    query<{ get_calendar: Calendar }>(`select get_calendar($1, ${from}, ${to}, $2)`, [doctors, withCancelled]),
  )
  if (!row) throw new Error('there was no answer')
  return row.get_calendar
}

const idsIn = ({ appointments }: Calendar) => appointments.map(({ id }) => id)
const doctorsIn = ({ doctors }: Calendar) => doctors.map(({ id }) => id)

describe('permission to read', () => {
  test('a doctor sees their own calendar, an admin those of the chosen doctors', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.rauf, { time: '15:00' })]
      const own = await calendar(session, 'aylin')
      expect({ doctors: doctorsIn(own), appointments: idsIn(own) }).toEqual({ doctors: [db.aylin], appointments: [one.id] })
      expect(own.appointments[0]).toMatchObject({ status: 'pending', patient: { first_name: 'leyla' } })
      const all = await calendar(session, 'nigar')
      expect({ doctors: doctorsIn(all), appointments: idsIn(all) }).toEqual({
        doctors: [db.aylin, db.rauf],
        appointments: [one.id, other.id],
      })
      expect(all.appointments[1]).toMatchObject({ patient: { first_name: 'murat' } })
      expect(idsIn(await calendar(session, 'nigar', { doctors: [db.rauf] }))).toEqual([other.id])
      expect(await calendar(session, 'aylin', { doctors: [db.rauf] })).toEqual({ doctors: [], appointments: [], is_complete: true })
    })
  })

  test('a doctor’s calendar omits their own appointment as a patient of a colleague', async () => {
    await inTest(async (session) => {
      await book(session, 'aylin', db.rauf)
      expect(await calendar(session, 'aylin')).toMatchObject({ doctors: [{ id: db.aylin }], appointments: [] })
    })
  })

  test.each<Person>(['leyla', 'mallory', anonymous, serviceRole])('%o is refused', async (person) => {
    await inTest(async (session) => {
      await book(session, 'leyla', db.aylin)
      expect((await refusal(calendar(session, person)))[0]).toBe('42501')
    })
  })

  test.each<Person>(['aylin', 'nigar'])('%s is refused without the second factor once the grace period is over', async (person) => {
    await inTest(async (session) => {
      await session.query("update user_roles set granted_at = now() - interval '30 days'")
      await session.query("update private.doctor_links set linked_at = now() - interval '30 days'")
      expect((await refusal(calendar(session, person)))[0]).toBe('42501')
    })
  })
})

describe('contents', () => {
  test('the calendar has hours, extra hours and leave of these days, and cancelled appointments only on request', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'leyla', id, 'cancelled')
      await session.query(
        `insert into doctor_leave (doctor_id, leave_date, start_time, end_time) values
           ($1, ${IN_A_WEEK}, '12:00', '13:00'), ($1, ${IN_A_WEEK} + 1, null, null)`,
        [db.aylin],
      )
      await session.query(
        `insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values
           ($1, ${IN_A_WEEK}, '18:00', '20:30'), ($1, ${IN_A_WEEK} + 1, '18:00', '00:00')`,
        [db.aylin],
      )
      const shown = await calendar(session, 'aylin')
      expect(shown.doctors[0]?.extra_hours).toMatchObject([{ start_time: '18:00', end_time: '20:30' }])
      expect(shown.doctors[0]?.hours).toHaveLength(7)
      expect(shown.doctors[0]?.hours[0]).toEqual({ day_of_week: 0, start_time: '09:00', end_time: '17:00' })
      expect(shown.doctors[0]?.leave).toMatchObject([{ start_time: '12:00', end_time: '13:00' }])
      expect(idsIn(shown)).toEqual([])
      const all = await calendar(session, 'aylin', { withCancelled: true })
      // The doctor can no longer see the patient of a cancelled appointment.
      expect(all.appointments).toMatchObject([{ id, status: 'cancelled', patient: null }])
      expect((await calendar(session, 'nigar', { withCancelled: true })).appointments).toMatchObject([
        { id, patient: { first_name: 'leyla' } },
      ])
    })
  })

  test('a day begins and ends at midnight in the doctor’s time zone', async () => {
    await inTest(async (session) => {
      // 00:30 in Baku is 23:30 of the day before in Istanbul, and 20:30 in UTC.
      await session.query("update doctor_availability set start_time = '00:00', end_time = '00:00' where doctor_id = $1", [db.rauf])
      const { id } = await book(session, 'leyla', db.rauf, { time: '00:30' })
      expect(idsIn(await calendar(session, 'rauf'))).toEqual([id])
      expect(idsIn(await calendar(session, 'rauf', { from: `${IN_A_WEEK} - 1`, to: `${IN_A_WEEK} - 1` }))).toEqual([])
    })
  })
})

describe('limits', () => {
  test.each<[string, Parameters<typeof calendar>[2], string]>([
    ['15 days', { to: `${IN_A_WEEK} + 14` }, 'too_many_days'],
    ['an infinite range', { to: "'infinity'::date" }, 'too_many_days'],
    ['an end before the start', { to: `${IN_A_WEEK} - 1` }, 'too_many_days'],
    ['101 doctors', { doctors: Array.from({ length: 101 }, (_, n) => idOf(`doctor ${n}`)) }, 'rows_out_of_range'],
    ['an empty list of doctors', { doctors: [] }, 'rows_out_of_range'],
    ['a missing list of doctors', { doctors: null }, 'rows_out_of_range'],
  ])('%s is refused', async (_, question, name) => {
    await inTest(async (session) => {
      expect(await refusal(calendar(session, 'nigar', question))).toEqual(['P0001', name])
    })
  })

  test('14 days of 100 doctors are answered', async () => {
    await inTest(async (session) => {
      await arrange(session, 'leyla', db.aylin, { startsIn: '8 days' })
      const doctors = [db.aylin, ...Array.from({ length: 99 }, (_, n) => idOf(`doctor ${n}`))]
      expect(await calendar(session, 'nigar', { doctors, to: `${IN_A_WEEK} + 13` })).toMatchObject({
        appointments: [{}],
        is_complete: true,
      })
    })
  })
})
