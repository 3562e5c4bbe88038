// Adding time off in one step, finding the affected appointments, and answering or moving many at once.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
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
const NOT_ALLOWED = expect.arrayContaining(['42501'])

const timeOff = (session: Session, person: Person, days = 4, more = '', doctor = db.aylin) =>
  session.as(person, ({ query }) =>
    query<{ leave_date: string; start_time: string | null }>(
      `select leave_date::text, start_time::text from add_time_off($1, ${IN_A_WEEK}, ${IN_A_WEEK} + ${days}${more}) order by 1`,
      [doctor],
    ),
  )

const affected = (session: Session, person: Person, doctor = db.aylin) =>
  session.as(person, ({ query }) =>
    query<{ id: string; why: string; patient_first_name: string }>('select * from list_affected_appointments($1)', [doctor]),
  )

describe('adding time off', () => {
  test('one request can add a week or one weekday of a span, and repeating it adds nothing', async () => {
    await inTest(async (session) => {
      expect(await timeOff(session, 'aylin')).toHaveLength(5)
      expect(await timeOff(session, 'aylin')).toHaveLength(0)
      const wednesdays = await timeOff(session, 'nigar', 27, ", '13:00', '15:00', array[2], 'Kurs'")
      expect(wednesdays).toHaveLength(4)
      expect(wednesdays.every(({ leave_date, start_time }) => new Date(leave_date).getUTCDay() === 3 && start_time === '13:00:00')).toBe(
        true,
      )
    })
  })

  test.each<Person>(['rauf', 'leyla', anonymous, serviceRole])('%o is refused', async (person) => {
    await inTest(async (session) => {
      expect(await refusal(timeOff(session, person))).toEqual(NOT_ALLOWED)
    })
  })

  test('more than a year, an end before the start and invalid times are refused as a whole', async () => {
    await inTest(async (session) => {
      for (const days of [-1, 366]) expect(await refusal(timeOff(session, 'aylin', days))).toEqual(['P0001', 'too_many_days'])
      expect(await refusal(timeOff(session, 'aylin', 4, ", '15:00', '13:00'"))).toEqual(['23514', 'doctor_leave_start_is_before_end'])
      expect(await session.query('select from doctor_leave')).toEqual([])
    })
  })
})

describe('affected appointments', () => {
  test('are those during leave and those outside the hours', async () => {
    await inTest(async (session) => {
      const [early, late] = [
        await book(session, 'leyla', db.aylin, { time: '10:00' }),
        await book(session, 'murat', db.aylin, { time: '16:00' }),
      ]
      expect(await affected(session, 'aylin')).toEqual([])
      await timeOff(session, 'aylin', 0, ", '09:00', '10:15'")
      expect(await affected(session, 'aylin')).toMatchObject([{ id: early.id, why: 'leave', patient_first_name: 'leyla' }])
      await session.as('aylin', ({ query }) => query("update doctor_availability set end_time = '16:15' where doctor_id = $1", [db.aylin]))
      expect(await affected(session, 'nigar')).toMatchObject([
        { id: early.id, why: 'leave' },
        { id: late.id, why: 'hours' },
      ])
      await setStatus(session, 'murat', late.id, 'cancelled')
      expect(await affected(session, 'aylin')).toHaveLength(1)
    })
  })

  test.each<Person>(['rauf', 'leyla', anonymous, serviceRole])('are not shown to %o', async (person) => {
    await inTest(async (session) => {
      expect(await refusal(affected(session, person))).toEqual(NOT_ALLOWED)
    })
  })
})

describe('answering many appointments', () => {
  const answer = (session: Session, person: Person, ids: string[], status: string, reason: string | null = null) =>
    session.as(person, ({ query }) =>
      query<{ id: string; error: string | null }>('select * from answer_appointments($1, $2, $3)', [ids, status, reason]),
    )

  test('returns each result, leaves failed ones unchanged, and stores the reason', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.aylin, { time: '12:00' })]
      const foreign = await book(session, 'mallory', db.rauf, { time: '15:00' })
      await setStatus(session, 'leyla', one.id, 'cancelled')
      const results = await answer(session, 'aylin', [one.id, other.id, foreign.id], 'cancelled', 'Kongre')
      expect(new Map(results.map(({ id, error }) => [id, error]))).toEqual(
        new Map([
          [one.id, 'transition_not_allowed'],
          [other.id, null],
          [foreign.id, 'transition_not_allowed'],
        ]),
      )
      expect(await session.query('select status, cancelled_by, cancellation_reason from appointments where id = $1', [other.id])).toEqual([
        { status: 'cancelled', cancelled_by: 'doctor', cancellation_reason: 'Kongre' },
      ])
      expect(await session.query('select status from appointments where id = $1', [foreign.id])).toEqual([{ status: 'pending' }])
    })
  })

  test('gives nobody more rights than answering one by one', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await answer(session, 'leyla', [id], 'confirmed')).toEqual([{ id, error: 'transition_not_allowed' }])
      expect(await answer(session, 'leyla', [id], 'cancelled', 'x')).toEqual([{ id, error: 'reason_not_allowed' }])
      expect(await answer(session, 'mallory', [id], 'cancelled')).toEqual([{ id, error: 'transition_not_allowed' }])
      expect(await refusal(answer(session, anonymous, [id], 'cancelled'))).toEqual(NOT_ALLOWED)
      expect(await session.query('select status from appointments where id = $1', [id])).toEqual([{ status: 'pending' }])
    })
  })

  test('is limited to a hundred', async () => {
    await inTest(async (session) => {
      const ids = Array.from({ length: 101 }, (_, index) => idOf(`appointment ${index}`))
      expect(await refusal(answer(session, 'aylin', ids, 'cancelled'))).toEqual(['P0001', 'rows_out_of_range'])
    })
  })

  test('does not deadlock if two people answer the same appointments at once', { timeout: 60_000 }, async () => {
    const ids: string[] = []
    await db.keep(superuser, async (session) => {
      for (let day = 0; day < 8; day++)
        ids.push((await book(session, 'murat', db.rauf, { date: `${IN_A_WEEK} + ${30 + day}`, time: '15:00' })).id)
    })
    const results = await Promise.all([
      db.keep('rauf', (session) => answer(session, 'rauf', ids, 'confirmed')),
      db.keep('nigar', (session) => answer(session, 'nigar', ids.toReversed(), 'cancelled', 'Kongre')),
    ])
    const statuses = await db.as(superuser, ({ query }) =>
      query<{ status: string }>('select distinct status from appointments where id = any ($1)', [ids]),
    )
    expect(statuses).toEqual([{ status: 'cancelled' }])
    expect(results[1]?.every(({ error }) => error === null)).toBe(true)
  })
})

describe('a proposed move', () => {
  const proposals = async (session: Session, person: Person = 'aylin') =>
    session.as(person, ({ query }) =>
      query<{ id: string; day: string | null; time: string | null }>(
        `select id, (proposed_date - (${IN_A_WEEK}))::text as day, proposed_time as time from list_affected_appointments($1)`,
        [db.aylin],
      ),
    )
  const accept = (session: Session, person: Person, id: string) =>
    session.as(person, ({ query }) =>
      query('select move_appointment(id, proposed_date, proposed_time) from list_affected_appointments($1) where id = $2', [db.aylin, id]),
    )

  test('is a different free time for each appointment, and can be accepted and undone', async () => {
    await inTest(async (session) => {
      const [one, other] = [
        await book(session, 'leyla', db.aylin, { time: '10:00' }),
        await book(session, 'murat', db.aylin, { time: '11:00' }),
      ]
      await timeOff(session, 'aylin', 0)
      expect(await proposals(session, 'nigar')).toEqual([
        { id: one.id, day: '1', time: '09:00' },
        { id: other.id, day: '1', time: '09:45' },
      ])
      for (const { id } of [one, other]) await accept(session, 'aylin', id)
      expect(await proposals(session)).toEqual([])
      // The old time is during leave, but the move can be undone because no mail has been sent yet.
      await session.as('aylin', ({ query }) => query('select undo_move($1)', [one.id]))
      expect(await session.query('select appointment_time from appointments where id = $1', [one.id])).toEqual([
        { appointment_time: '10:00' },
      ])
      expect(await proposals(session)).toEqual([{ id: one.id, day: '1', time: '09:00' }])
    })
  })

  test('keeps an hour’s distance from the patient’s other appointments', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin, { time: '10:00' })
      await timeOff(session, 'aylin', 0)
      // 11:00 in Baku is 10:00 in Istanbul.
      await book(session, 'leyla', db.rauf, { date: `${IN_A_WEEK} + 1`, time: '11:00' })
      expect(await proposals(session)).toEqual([{ id, day: '1', time: '11:30' }])
    })
  })

  test('keeps an hour’s distance from another proposal for the same patient', async () => {
    await inTest(async (session) => {
      await book(session, 'leyla', db.aylin, { time: '10:00' })
      await book(session, 'leyla', db.aylin, { time: '14:00' })
      await timeOff(session, 'aylin', 0)
      expect(await proposals(session)).toMatchObject([{ time: '09:00' }, { time: '10:30' }])
    })
  })

  test('respects the doctor’s daily maximum and booking horizon', async () => {
    await inTest(async (session) => {
      await book(session, 'leyla', db.aylin, { time: '10:00' })
      await book(session, 'murat', db.aylin, { time: '11:00' })
      await timeOff(session, 'aylin', 0)
      await session.query('update doctors set max_appointments_per_day = 1 where id = $1', [db.aylin])
      expect(await proposals(session)).toMatchObject([{ day: '1' }, { day: '2' }])
      await session.query('update doctors set booking_horizon_days = 8 where id = $1', [db.aylin])
      expect(await proposals(session)).toMatchObject([{ day: expect.any(String) }, { day: null, time: null }])
    })
  })

  test('is refused if its time was taken in the meantime, and the next list proposes another one', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin, { time: '10:00' })
      await timeOff(session, 'aylin', 0)
      const [proposal] = await proposals(session)
      await book(session, 'murat', db.aylin, { date: `${IN_A_WEEK} + 1`, time: '09:00' })
      const stale = session.as('aylin', ({ query }) => query(`select move_appointment($1, ${IN_A_WEEK} + 1, $2)`, [id, proposal?.time]))
      expect(await refusal(stale)).toEqual(['23505', 'appointments_slot_is_single'])
      expect(await proposals(session)).toEqual([{ id, day: '1', time: '09:45' }])
    })
  })
})
