// The functions that search many doctors at once find the same free times as the former functions, which searched one doctor at a time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { OFFERED_ZONES } from '../functions/_shared/rules.ts'
import { idOf, openForThisFile, type Session, superuser } from './clinic.ts'
import { arrangements } from './slots.generators.ts'
import { arrange, HARD_ZONES, openSlotsDatabase, TODAY } from './slots.setup.ts'

const FORMER = readFileSync(join(import.meta.dirname, 'slots.former.sql'), 'utf8')

const db = openForThisFile(
  async () => {
    const opened = await openSlotsDatabase('UTC')
    await opened.keep(superuser, ({ query }) => query(FORMER))
    return opened
  },
  (opened) => opened.drop(),
)

const DOCTORS = ['doctor 1', 'doctor 2', 'doctor 3'].map(idOf)

const settings = fc.record({
  booking_notice_hours: fc.constantFrom(0, 0, 1, 30),
  booking_horizon_days: fc.constantFrom(1, 5, 365),
  gap_minutes: fc.constantFrom(0, 10, 45),
  max_appointments_per_day: fc.constantFrom(null, null, 1, 2),
})

/** A held time, in minutes from now. */
const hold = fc.record({ holder: fc.constantFrom('leyla', 'murat'), inMinutes: fc.nat(8 * 1440), isOver: fc.boolean() })

async function change({ query }: Session, doctor: string, chosen: object) {
  const columns = Object.keys(chosen)
  await query(`update doctors set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`, [
    doctor,
    ...Object.values(chosen),
  ])
}

async function holdTime(
  { query }: Session,
  doctor: string,
  { holder, inMinutes, isOver }: { holder: string; inMinutes: number; isOver: boolean },
) {
  await query(
    `insert into private.slot_holds (user_id, doctor_id, appointment_date, appointment_time, blocked, created_at, expires_at)
     select $1, $2, start::date, to_char(start, 'HH24:MI'), tstzrange(start, start + interval '40 minutes'), now() - interval '10 minutes',
       now() + $4::interval
     from (select now() + make_interval(mins => $3) as start) as h`,
    [idOf(holder), doctor, inMinutes, isOver ? '-1 minute' : '5 minutes'],
  )
}

test('both versions agree for random schedules, settings, appointments and holds', { timeout: 120_000 }, async () => {
  let found = 0
  const zones = fc.constantFrom(...OFFERED_ZONES, ...HARD_ZONES)
  const doctor = fc.record({ arrangement: zones.chain((zone) => arrangements(zone, [zone], TODAY)), settings })
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(doctor, doctor, doctor),
      fc.uniqueArray(hold, { maxLength: 2, selector: ({ holder }) => holder }),
      fc.integer({ min: 1, max: 12 }),
      async (doctors, holds, perDoctor) => {
        await db.as(superuser, async (session) => {
          for (const [index, each] of doctors.entries()) {
            await arrange(session, each.arrangement, DOCTORS[index])
            await change(session, DOCTORS[index] ?? '', each.settings)
          }
          for (const each of holds) await holdTime(session, DOCTORS[0] ?? '', each)
          const rows = (sql: string) => session.query(`${sql} order by 1, 2, 3`, [DOCTORS, perDoctor])
          const next = (name: string) =>
            rows(`select doctor_id, appointment_date::text, appointment_time, starts_at from private.${name}($1, $2)`)
          const free = (name: string) =>
            rows(`select d, s.day::text, s.appointment_time, s.starts_at from unnest($1::uuid[]) as d,
                    private.${name}(d, current_date - 1, current_date + 8) s where $2::integer > 0`)
          // Signs in a patient who may hold a time, which is free only for its holder.
          await session.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: idOf('leyla') })])
          const slots = await next('next_slots')
          expect(slots).toEqual(await next('former_next_slots'))
          expect(await free('free_slots')).toEqual(await free('former_free_slots'))
          found += slots.length
        })
      },
    ),
    { numRuns: rounds(4, 40) },
  )
  expect(found).toBeGreaterThan(rounds(0, 100))
})
