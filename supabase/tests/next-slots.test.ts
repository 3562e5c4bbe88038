// The next free times of many doctors: the times of get_available_slots, soonest first, within bounds, for visitors too.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { OFFERED_ZONES } from '../functions/_shared/rules.ts'
import { anonymous, idOf, openForThisFile, type Person, refusal, type Session, serviceRole, superuser } from './clinic.ts'
import { arrangements } from './slots.generators.ts'
import { addDays } from './slots.oracle.ts'
import { ALL_WEEK, arrange, HARD_ZONES, mondays, openSlotsDatabase, TODAY, USUAL } from './slots.setup.ts'

const db = openForThisFile(
  () => openSlotsDatabase('UTC'),
  (opened) => opened.drop(),
)

interface Slot {
  doctor_id: string
  appointment_date: string
  appointment_time: string
  starts_at: Date
}

const ask = (session: Session, ids: string[] | null, perDoctor = 3, person: Person = 'leyla') =>
  session.as(person, ({ query }) =>
    query<Slot>('select doctor_id, appointment_date::text, appointment_time, starts_at from get_next_slots($1, $2)', [ids, perDoctor]),
  )

const everyDay = (from: string, to: string) => ALL_WEEK.map((day_of_week) => ({ ...mondays(from, to), day_of_week }))
const doctor = (n: number) => idOf(`doctor ${n}`)
const addDoctors = ({ query }: Session, count: number) =>
  query(
    `with added as (insert into doctors (id, first_name, last_name) select id, 'Doctor', n::text from unnest($1::uuid[]) with ordinality as d (id, n) returning id)
     insert into doctor_availability (doctor_id, day_of_week, start_time, end_time) select id, day, '09:00', '17:00' from added, generate_series(0, 6) as day`,
    [Array.from({ length: count }, (_, n) => doctor(n))],
  )

test('get_next_slots returns the first times of get_available_slots, for random schedules', { timeout: 60_000 }, async () => {
  let found = 0
  const week = (zone: string) => arrangements(zone, [zone], TODAY)
  const zones = fc.constantFrom(...OFFERED_ZONES, ...HARD_ZONES)
  await fc.assert(
    fc.asyncProperty(zones.chain(week), zones.chain(week), fc.integer({ min: 1, max: 12 }), async (one, other, perDoctor) => {
      await db.as(superuser, async (session) => {
        await arrange(session, one, doctor(1))
        await arrange(session, other, doctor(2))
        const slots = await ask(session, [doctor(1), doctor(2)], perDoctor)
        const expected = await session.as('leyla', ({ query }) =>
          query<Slot>(
            `select d.id as doctor_id, s.* from unnest($1::uuid[]) as d (id), lateral (
               select day::date::text as appointment_date, f.* from generate_series(now() - interval '1 day', now() + interval '61 days', '1 day') as day,
                 get_available_slots(d.id, day::date) f
               order by f.starts_at limit $2
             ) as s order by s.starts_at, d.id`,
            [[doctor(1), doctor(2)], perDoctor],
          ),
        )
        const inOrder = (rows: Slot[]) => rows.map((row) => `${row.starts_at.toISOString()} ${JSON.stringify(row)}`).toSorted()
        expect(inOrder(slots)).toEqual(inOrder(expected))
        found += slots.length
      })
    }),
    { numRuns: rounds(4, 60) },
  )
  expect(found).toBeGreaterThan(rounds(0, 100))
})

test('the doctor who is free soonest comes first, and the times of each doctor are in order', async () => {
  await db.as(superuser, async (session) => {
    await arrange(session, { ...USUAL, windows: everyDay('15:00', '17:00'), leaves: [] }, doctor(1))
    await arrange(session, { ...USUAL, windows: everyDay('09:00', '11:00'), doctor: { timezone: 'America/New_York' } }, doctor(2))
    const slots = await ask(session, [doctor(1), doctor(2)], 4)
    const firsts = [slots[0], slots[4]].map((slot) => Number(slot?.starts_at))
    expect(slots).toHaveLength(8)
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
    for (const half of [slots.slice(0, 4), slots.slice(4)]) {
      expect(new Set(half.map((slot) => slot.doctor_id)).size).toBe(1)
      expect(half.map((slot) => Number(slot.starts_at))).toEqual(half.map((slot) => Number(slot.starts_at)).toSorted((a, b) => a - b))
    }
  })
})

test('the search finds a doctor who is away for weeks, but no time beyond 62 days', async () => {
  const away = (days: number) =>
    Array.from({ length: days + 2 }, (_, day) => ({ leave_date: addDays(TODAY, day - 1), start_time: null, end_time: null }))
  await db.as(superuser, async (session) => {
    await arrange(session, { ...USUAL, windows: everyDay('09:00', '10:00'), leaves: away(40) }, doctor(1))
    await arrange(session, { ...USUAL, windows: everyDay('09:00', '10:00'), leaves: away(70) }, doctor(2))
    const slots = await ask(session, [doctor(1), doctor(2)])
    expect(slots.map(({ doctor_id, appointment_date, appointment_time }) => [doctor_id, appointment_date, appointment_time])).toEqual([
      [doctor(1), addDays(TODAY, 41), '09:00'],
      [doctor(1), addDays(TODAY, 41), '09:15'],
      [doctor(1), addDays(TODAY, 41), '09:30'],
    ])
  })
})

test('unavailable and unknown doctors and those without hours have no times, and a repeated id counts once', async () => {
  await db.as(superuser, async (session) => {
    await arrange(session, { ...USUAL, windows: everyDay('09:00', '17:00'), doctor: { available: false } }, doctor(1))
    await arrange(session, USUAL, doctor(2))
    await arrange(session, { ...USUAL, windows: everyDay('09:00', '17:00') }, doctor(3))
    expect(await ask(session, [doctor(1), doctor(2), idOf('nobody')])).toEqual([])
    expect(await ask(session, [doctor(3), doctor(3)])).toHaveLength(3)
    expect(await ask(session, [])).toEqual([])
  })
})

describe('bounds', () => {
  test('50 doctors can be requested at once, 51 cannot', async () => {
    await db.as(superuser, async (session) => {
      await addDoctors(session, 51)
      const ids = Array.from({ length: 51 }, (_, n) => doctor(n))
      expect(await ask(session, ids.slice(0, 50))).toHaveLength(150)
      expect(await refusal(ask(session, ids))).toEqual(['P0001', 'too_many_doctors'])
    })
  })

  test('the 50 doctors who are free soonest are returned if no ids are given', async () => {
    await db.as(superuser, async (session) => {
      await addDoctors(session, 60)
      // The first nine doctors by name are away for a week.
      const busy = Array.from({ length: 9 }, (_, n) => doctor(n))
      await session.query(
        'insert into doctor_leave (doctor_id, leave_date) select id, current_date + day from unnest($1::uuid[]) as id, generate_series(-1, 7) as day',
        [busy],
      )
      const slots = await ask(session, null, 1)
      expect(new Set(slots.map((slot) => slot.doctor_id)).size).toBe(50)
      expect(slots.filter((slot) => busy.includes(slot.doctor_id))).toEqual([])
    })
  })

  test.each([0, 13, -1, null])('%s times for each doctor are refused', async (perDoctor) => {
    const asked = db.as('leyla', ({ query }) => query('select * from get_next_slots(null, $1)', [perDoctor]))
    expect(await refusal(asked)).toEqual(['P0001', 'slots_per_doctor_out_of_range'])
  })

  test('12 times for each doctor are returned', async () => {
    await db.as(superuser, async (session) => {
      await addDoctors(session, 1)
      expect(await ask(session, null, 12)).toHaveLength(12)
    })
  })
})

describe('permissions and rate limits', () => {
  test.each<Person>([anonymous, 'leyla', 'murat', serviceRole])('%s sees the same times as everybody else', async (person) => {
    await db.as(superuser, async (session) => {
      await addDoctors(session, 2)
      expect(await ask(session, null, 3, person)).toEqual(await ask(session, null))
    })
  })

  const QUESTIONS = {
    get_next_slots: 'select * from get_next_slots()',
    get_available_slots: 'select * from get_available_slots(gen_random_uuid(), current_date)',
    get_available_days: 'select * from get_available_days(gen_random_uuid(), current_date, current_date)',
    get_available_week: 'select * from get_available_week(gen_random_uuid(), current_date)',
  }

  test.each(Object.entries(QUESTIONS))('%s is limited by address for visitors, but not for signed-in users', async (_, question) => {
    const from = (session: Session, address: string) =>
      session.query("select set_config('request.headers', $1, true)", [JSON.stringify({ 'x-forwarded-for': address })])
    await db.as(superuser, async (session) => {
      await from(session, '203.0.113.7')
      const key = `encode(sha256(convert_to('free times from 203.0.113.7', 'UTF8')), 'hex')`
      await session.as(anonymous, ({ query }) => query(question))
      expect(await session.query(`select hits from private.rate_counters where key = ${key}`)).toEqual([{ hits: 1 }])
      await session.query(`update private.rate_counters set hits = 240 where key = ${key}`)
      expect(await refusal(session.as(anonymous, ({ query }) => query(question)))).toEqual(['P0001', 'too_many_requests'])
      expect(await refusal(session.as('leyla', ({ query }) => query(question)))).toBe('was allowed')
      await from(session, '203.0.113.8')
      expect(await refusal(session.as(anonymous, ({ query }) => query(question)))).toBe('was allowed')
    })
  })
})
