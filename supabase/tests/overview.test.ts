// The owner's overview: permissions, and figures that match a second calculation in TypeScript.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import {
  addPerson,
  anonymous,
  book,
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

const FUNCTIONS = [
  'get_overview',
  'get_overview_hours',
  'get_overview_patients',
  'get_overview_languages',
  'get_overview_fees',
  'get_overview_reasons',
]
const ZONE = 'Asia/Baku'

const ask = <T>(session: Session, name: string, unit: unknown = 'week', periods: unknown = 12) =>
  session.as('nigar', ({ query }) => query<T>(`select * from ${name}($1, $2)`, [unit, periods]))

describe('permission to read', () => {
  test.each(FUNCTIONS)('an admin can call %s', async (name) => {
    expect(Array.isArray(await db.as('nigar', ({ query }) => query(`select * from ${name}()`)))).toBe(true)
  })

  test.each<[string, Person]>([
    ['a doctor', 'aylin'],
    ['a patient', 'leyla'],
    ['a stranger', 'mallory'],
    ['a visitor', anonymous],
    ['the secret key', serviceRole],
  ])('%s can call none of the functions', async (_, person) => {
    const outer = FUNCTIONS.map((name) => `${name}()`)
    const inner = [
      "private.overview_periods('week', 1)",
      ...['counts', 'minutes', 'patients', 'fees', 'reasons'].map((each) => `private.overview_${each}(now() - interval '1 day', now())`),
      `private.first_appointments_of(array['${idOf('leyla')}'::uuid])`,
    ]
    for (const call of [...outer, ...inner]) {
      const code = (await refusal(db.as(person, ({ query }) => query(`select * from ${call}`))))?.[0]
      expect({ call, code }).toEqual({ call, code: '42501' })
    }
  })
})

test.each([
  ['day', 1],
  [null, 1],
  ['week', 0],
  ['week', 13],
  ['month', 13],
  ['week', null],
  ['week', -1],
])('a range of %j and %j is refused', async (unit, periods) => {
  await db.as(superuser, async (session) => {
    for (const name of FUNCTIONS) {
      const refused = await refusal(ask(session, name, unit, periods))
      expect({ name, refused }).toEqual({ name, refused: ['P0001', 'overview_range_invalid'] })
    }
  })
})

test('weeks begin on Monday and months on their first day, in the office’s time zone', async () => {
  await db.as(superuser, async (session) => {
    const periods = await ask<{ period: string; starts_at: Date }>(session, 'private.overview_periods', 'week', 12)
    expect(periods).toHaveLength(12)
    for (const { starts_at } of periods) {
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(
        starts_at,
      )
      expect(wall).toBe('Monday 00:00')
    }
    const months = await ask<{ starts_at: Date }>(session, 'private.overview_periods', 'month', 12)
    for (const { starts_at } of months)
      expect(
        new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, day: 'numeric', hour: '2-digit', minute: '2-digit' }).format(starts_at),
      ).toMatch(/^1,? (at )?00:00$/)
  })
})

interface Made {
  patient: number
  doctor: 'aylin' | 'rauf'
  hoursAgo: number
  status: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  by: 'patient' | 'doctor' | 'admin' | 'expired'
  missed: boolean
  reason: string | null
  minutes: number
  waited: number | null
  fee: number | null
  currency: 'AZN' | 'EUR'
  paid: boolean
}

const MADE: fc.Arbitrary<Made> = fc.record({
  patient: fc.integer({ min: 0, max: 9 }),
  doctor: fc.constantFrom('aylin' as const, 'rauf' as const),
  // Includes the next week, which the overview excludes.
  hoursAgo: fc.integer({ min: -24 * 9, max: 24 * 100 }),
  status: fc.constantFrom('pending' as const, 'confirmed' as const, 'completed' as const, 'cancelled' as const),
  by: fc.constantFrom('patient' as const, 'doctor' as const, 'admin' as const, 'expired' as const),
  missed: fc.boolean(),
  reason: fc.constantFrom(null, 'doctor_unavailable', 'needs_visit', 'kar'),
  minutes: fc.constantFrom(15, 30, 45),
  waited: fc.option(fc.integer({ min: 1, max: 5000 })),
  fee: fc.option(fc.integer({ min: 1, max: 100_000 })),
  currency: fc.constantFrom('AZN' as const, 'EUR' as const),
  paid: fc.boolean(),
})

const LANGUAGES = ['tr', 'az', 'tr', 'az', 'tr', 'az', 'tr', 'az', 'ru', 'az']

/** Inserts appointments without triggers, because the past cannot be booked. */
async function insert({ query }: Session, made: Made[]) {
  await query('set local session_replication_role = replica')
  for (const each of made)
    await query(
      `insert into appointments
         (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, cancelled_by, did_not_come, starts_at, ends_at, timezone,
          session_duration, blocked, created_at, answered_at, fee_minor, fee_currency, fee_agreed_at, paid_minor, payment_state, may_overlap, cancellation_reason)
       select $1, d.id, wall::date, to_char(wall, 'HH24:MI'), 'x', $3::appointment_status, $4, $5, at, at + span, d.timezone, $7::integer,
              tstzrange(at, at + span + interval '10 minutes'), at - interval '200 days', at - interval '200 days' + $8::integer * interval '1 minute',
              $9::integer, $10, case when $9::integer is not null then at end, $11, null, true, $12
       from doctors d, lateral (select date_trunc('minute', now()) - $6::integer * interval '1 hour' as at, $7::integer * interval '1 minute' as span) as t,
            lateral (select at at time zone d.timezone as wall) as w
       where d.id = $2
       on conflict do nothing`,
      [
        idOf(`p${each.patient}`),
        db[each.doctor],
        each.status,
        each.status === 'cancelled' ? each.by : null,
        each.status === 'completed' && each.missed,
        each.hoursAgo,
        each.minutes,
        each.status === 'pending' ? null : each.waited,
        each.fee,
        each.fee === null ? null : each.currency,
        each.fee !== null && each.paid ? each.fee : 0,
        each.status === 'cancelled' ? each.reason : null,
      ],
    )
  await query('set local session_replication_role = default')
}

interface Stored {
  user_id: string
  doctor_id: string
  starts_at: Date
  ends_at: Date
  status: string
  cancelled_by: string | null
  cancellation_reason: string | null
  did_not_come: boolean
  created_at: Date
  answered_at: Date | null
  fee_minor: number | null
  fee_currency: string | null
  paid_minor: string
}

const wallDay = (instant: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(instant)
const shifted = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The first day of the period that contains an instant. */
function periodOf(instant: Date, unit: string) {
  const day = wallDay(instant)
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  return shifted(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** PostgreSQL dates arrive as midnight in the machine's own zone. */
const dayOf = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
const few = (count: number) => (count >= 1 && count <= 4 ? null : String(count))

test('every figure matches a second calculation, for random appointments', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(MADE, { maxLength: 40 }),
      fc.constantFrom('week', 'month'),
      fc.integer({ min: 1, max: 12 }),
      async (made, unit, count) => {
        await db.as(superuser, async (session) => {
          for (const [n, language] of LANGUAGES.entries())
            await addPerson(session, `p${n}`, { first_name: 'P', last_name: 'Test', language })
          await insert(session, made)
          const stored = await session.query<Stored>('select * from appointments')
          const periods = (await ask<{ period: Date }>(session, 'private.overview_periods', unit, count)).map(({ period }) => dayOf(period))
          const within = stored.filter(({ starts_at }) => periods.includes(periodOf(starts_at, unit)))
          const inPeriod = (period: string) => within.filter(({ starts_at }) => periodOf(starts_at, unit) === period)
          const live = (rows: Stored[]) => rows.filter(({ status }) => status !== 'cancelled')

          const overview = await ask<Record<string, unknown> & { period: Date }>(session, 'get_overview', unit, count)
          expect(overview.map(({ period, ...rest }) => ({ period: dayOf(period), ...rest }))).toEqual(
            periods.map((period) => {
              const rows = inPeriod(period)
              const waits = rows
                .flatMap((a) => (a.answered_at ? [(+a.answered_at - +a.created_at) / 60_000] : []))
                .toSorted((x, y) => x - y)
              const at = (share: number) => waits[Math.max(Math.ceil(share * waits.length) - 1, 0)] ?? null
              const by = (who: string) => String(rows.filter(({ cancelled_by }) => cancelled_by === who).length)
              return {
                period,
                booked: String(live(rows).length),
                completed: String(rows.filter((a) => a.status === 'completed' && !a.did_not_come).length),
                missed: String(rows.filter((a) => a.did_not_come).length),
                cancelled_by_patient: by('patient'),
                cancelled_by_doctor: by('doctor'),
                cancelled_by_admin: by('admin'),
                expired: by('expired'),
                answered: String(waits.length),
                median_wait_minutes: at(0.5),
                slow_wait_minutes: at(0.9),
              }
            }),
          )

          const patients = await ask<{ period: Date; new_patients: string | null; returning_patients: string | null }>(
            session,
            'get_overview_patients',
            unit,
            count,
          )
          expect(patients.map(({ period, ...rest }) => ({ period: dayOf(period), ...rest }))).toEqual(
            periods.map((period) => {
              const seen = [...new Set(live(inPeriod(period)).map(({ user_id }) => user_id))]
              const isNew = (id: string) => {
                const first = live(stored)
                  .filter(({ user_id }) => user_id === id)
                  .toSorted((a, b) => +a.starts_at - +b.starts_at)[0]
                return first !== undefined && periodOf(first.starts_at, unit) === period
              }
              const fresh = seen.filter(isNew).length
              return { period, new_patients: few(fresh), returning_patients: few(seen.length - fresh) }
            }),
          )

          const languages = await ask<{ language: string; patients: string | null }>(session, 'get_overview_languages', unit, count)
          const people = [...new Set(live(within).map(({ user_id }) => user_id))]
          const spoken = Map.groupBy(people, (id) => LANGUAGES[LANGUAGES.findIndex((_, n) => idOf(`p${n}`) === id)] ?? '')
          expect(new Map(languages.map(({ language, patients: n }) => [language, n]))).toEqual(
            new Map([...spoken].map(([language, ids]) => [language, few(ids.length)])),
          )

          const reasons = await ask<{ reason: string | null; appointments: string }>(session, 'get_overview_reasons', unit, count)
          const byStaff = within.filter(({ cancelled_by }) => cancelled_by === 'doctor' || cancelled_by === 'admin')
          const named = Map.groupBy(byStaff, ({ cancellation_reason: said }) => (said === 'kar' ? 'own_words' : said))
          expect(new Map(reasons.map(({ reason, appointments }) => [reason, appointments]))).toEqual(
            new Map([...named].map(([reason, rows]) => [reason, String(rows.length)])),
          )

          const fees = await ask<{ period: Date; currency: string; agreed_minor: string; paid_minor: string }>(
            session,
            'get_overview_fees',
            unit,
            count,
          )
          for (const { period, currency, agreed_minor, paid_minor } of fees) {
            const rows = inPeriod(dayOf(period)).filter(({ fee_currency }) => fee_currency === currency)
            expect(Number(agreed_minor)).toBe(live(rows).reduce((sum, { fee_minor }) => sum + (fee_minor ?? 0), 0))
            expect(Number(paid_minor)).toBe(rows.reduce((sum, { paid_minor: paid }) => sum + Number(paid), 0))
          }
          const totals = fees.reduce((sum, { agreed_minor }) => sum + Number(agreed_minor), 0)
          expect(totals).toBe(live(within).reduce((sum, { fee_minor }) => sum + (fee_minor ?? 0), 0))

          const hours = await ask<{ period: Date; doctor_id: string; booked_minutes: string }>(session, 'get_overview_hours', unit, count)
          for (const { period, doctor_id, booked_minutes } of hours) {
            const rows = live(inPeriod(dayOf(period))).filter((a) => a.doctor_id === doctor_id)
            expect(Number(booked_minutes)).toBe(rows.reduce((sum, a) => sum + (+a.ends_at - +a.starts_at) / 60_000, 0))
          }
          expect(hours.reduce((sum, { booked_minutes }) => sum + Number(booked_minutes), 0)).toBe(
            live(within).reduce((sum, a) => sum + (+a.ends_at - +a.starts_at) / 60_000, 0),
          )
        })
      },
    ),
    { numRuns: rounds(5, 60) },
  )
})

test('offered hours are the weekly hours minus leave plus extra hours', async () => {
  await db.as(superuser, async (session) => {
    const [{ period: first } = { period: new Date() }] = await ask<{ period: Date }>(session, 'private.overview_periods', 'week', 2)
    const monday = dayOf(first)
    await session.query('insert into doctor_leave (doctor_id, leave_date) values ($1, $2)', [db.aylin, monday])
    await session.query("insert into doctor_leave (doctor_id, leave_date, start_time, end_time) values ($1, $2, '16:00', '20:00')", [
      db.aylin,
      shifted(monday, 1),
    ])
    await session.query("insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values ($1, $2, '17:00', '18:30')", [
      db.aylin,
      shifted(monday, 2),
    ])
    // Leave also cancels extra hours.
    await session.query("insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values ($1, $2, '18:00', '19:00')", [
      db.aylin,
      shifted(monday, 1),
    ])
    const hours = await ask<{ period: Date; doctor_id: string; offered_minutes: string }>(session, 'get_overview_hours', 'week', 2)
    const offered = (doctor: string, day: string) =>
      Number(hours.find((row) => row.doctor_id === doctor && dayOf(row.period) === day)?.offered_minutes)
    const DAY = 8 * 60
    expect(offered(db.aylin, monday)).toBe(7 * DAY - DAY - 60 + 90)
    expect(offered(db.aylin, shifted(monday, 7))).toBe(7 * DAY)
    expect(offered(db.rauf, monday)).toBe(7 * DAY)
    await session.query('update doctors set available = false where id = $1', [db.rauf])
    const later = await ask<{ doctor_id: string }>(session, 'get_overview_hours', 'week', 2)
    expect(later.some(({ doctor_id }) => doctor_id === db.rauf)).toBe(false)
  })
})

describe('the time of the answer to a request', () => {
  const answeredAt = async ({ as }: Session, id: string) => {
    const [row] = await as(superuser, ({ query }) =>
      query<{ answered_at: Date | null }>('select answered_at from appointments where id = $1', [id]),
    )
    return row?.answered_at
  }
  test.each(['confirmed', 'cancelled'])('is recorded when the doctor sets the status to %s', async (status) => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await answeredAt(session, id)).toBeNull()
      await setStatus(session, 'aylin', id, status)
      expect(await answeredAt(session, id)).not.toBeNull()
    })
  })

  test('is not recorded when the patient cancels the request', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await answeredAt(session, id)).toBeNull()
    })
  })

  test('cannot be written by anybody', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      for (const person of ['leyla', 'aylin', 'nigar']) {
        const attempt = session.as(person, ({ query }) => query('update appointments set answered_at = now() where id = $1', [id]))
        expect((await refusal(attempt))?.[1]).toBe('appointment_is_fixed')
      }
    })
  })
})
