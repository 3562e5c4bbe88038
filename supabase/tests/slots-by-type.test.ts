// Random schedules, appointments and types against the oracle: the offered times with and without a type, and which of them can be booked.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { arrange as arrangeAppointment, idOf, openForThisFile, type Session, superuser } from './clinic.ts'
import { type AppointmentType, addType } from './offers.ts'
import { scenarios, zonesAgreedOn } from './slots.generators.ts'
import { addDays, expectedSlotsOfType, expectedTypes, type Slot } from './slots.oracle.ts'
import { arrange, BOOKED, DAYS_A_SCHEDULE, openSlotsDatabase, TODAY } from './slots.setup.ts'

const db = openForThisFile(
  () => openSlotsDatabase('UTC'),
  (opened) => opened.drop(),
)
const doctor = idOf('doctor selin')
let zones: string[] = []

beforeAll(async () => {
  zones = await zonesAgreedOn(db)
  await db.keep(superuser, async ({ query }) => {
    await query(`
      create function public.attempt_type(doctor_id uuid, on_date date, at_time text, type_id uuid, fee integer) returns text language plpgsql as $$
      declare
        said text;
      begin
        insert into public.appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, type_id, fee_minor)
        values (auth.uid(), attempt_type.doctor_id, on_date, at_time, 'Baş ağrısı', attempt_type.type_id, fee);
        raise exception using errcode = 'ZZ000', message = 'booked';
      exception when others then
        get stacked diagnostics said = message_text;
        return said;
      end $$`)
    await query('grant execute on function public.attempt_type to authenticated')
  })
})

const someTypes = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 3, max: 36 }).map((fives) => fives * 5),
      who: fc.constantFrom('everybody', 'everybody', 'returning', 'staff'),
      active: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      fee_minor: fc.option(fc.nat(100_000)),
    }),
    { maxLength: 4 },
  )
  .chain((types) =>
    fc
      .shuffledSubarray([0, 1, 2, 3], { minLength: types.length, maxLength: types.length })
      .map((places) => types.map((type, index) => ({ ...type, position: places[index] ?? 0 }))),
  )

/** The offered times of each day, for a type or without one. */
async function offered(session: Session, days: string[], typeId: string | null) {
  const rows = await session.as('leyla', ({ query }) =>
    query<{ day: string; appointment_time: string; starts_at: Date }>(
      'select day::text, s.* from unnest($2::date[]) as day, get_available_slots($1, day, $3) as s',
      [doctor, days, typeId],
    ),
  )
  const slots: Record<string, Slot[]> = Object.fromEntries(days.map((day) => [day, []]))
  for (const { day, appointment_time, starts_at } of rows) slots[day]?.push({ appointment_time, starts_at: starts_at.toISOString() })
  return slots
}

test('every type offers the times of the oracle, and an offered time can be booked with that type', { timeout: 120_000 }, async () => {
  let times = 0
  let bookings = 0
  const cases = fc.tuple(scenarios(zones, { moves: true }), someTypes, fc.boolean(), fc.boolean())
  await fc.assert(
    fc.asyncProperty(cases, async ([{ from, arrangement }, types, isReturning, isStaff]) => {
      await db.as(superuser, async (session) => {
        const { schedule, now, moved } = await arrange(session, arrangement)
        const added: AppointmentType[] = []
        for (const type of types) added.push(await addType(session, doctor, type))
        if (isReturning) await arrangeAppointment(session, 'leyla', doctor, { startsIn: '-40 days', status: 'completed' })
        if (isStaff) await session.query("insert into user_roles (user_id, role, granted_at) values ($1, 'admin', now())", [idOf('leyla')])
        const days = Array.from({ length: DAYS_A_SCHEDULE }, (_, index) => addDays(from, index))
        const bookable = expectedTypes(added, { isReturning, isStaff })

        for (const chosen of [undefined, ...bookable]) {
          const slots = await offered(session, days, chosen?.id ?? null)
          for (const day of days) {
            // After a change of zone, a time with the same wall clock stays taken. Another test covers that rule.
            const expected = expectedSlotsOfType(schedule, added, chosen ?? bookable[0], day, now).filter(
              ({ appointment_time }) =>
                !moved.has(`${day} ${appointment_time}`) || slots[day]?.some((slot) => slot.appointment_time === appointment_time),
            )
            expect({ day, type: chosen?.minutes, slots: slots[day] }).toEqual({ day, type: chosen?.minutes, slots: expected })
            times += expected.length
          }
          const day = days.find((each) => slots[each]?.length && each > TODAY)
          const [first] = slots[day ?? ''] ?? []
          if (!day || !first) continue
          const booked = chosen ?? bookable[0]
          const [answer] = await session.as('leyla', ({ query }) =>
            query('select attempt_type($1, $2, $3, $4, $5) as said', [doctor, day, first.appointment_time, chosen?.id, booked?.fee_minor]),
          )
          expect(answer).toEqual({ said: BOOKED })
          bookings += 1
        }
        for (const other of added.filter((type) => !bookable.includes(type) && !isStaff)) {
          const [answer] = await session.as('leyla', ({ query }) =>
            query('select attempt_type($1, $2, $3, $4, $5) as said', [doctor, days[3], '10:00', other.id, other.fee_minor]),
          )
          expect(answer).toEqual({ said: 'type_not_offered' })
        }
        const next = await session.as('leyla', ({ query }) =>
          query<{ day: string; at: string }>('select appointment_date::text as day, appointment_time as at from get_next_slots($1, 12)', [
            [doctor],
          ]),
        )
        // In the doctor's zone, it may still be yesterday.
        const yesterday = addDays(TODAY, -1)
        const week = await offered(
          session,
          Array.from({ length: DAYS_A_SCHEDULE }, (_, index) => addDays(yesterday, index)),
          null,
        )
        const soonest = Object.entries(week).flatMap(([day, slots]) => slots.map(({ appointment_time: at }) => ({ day, at })))
        const last = addDays(yesterday, DAYS_A_SCHEDULE - 1)
        expect(next.filter(({ day }) => day <= last)).toEqual(soonest.slice(0, 12))
      })
    }),
    { numRuns: rounds(10, 150) },
  )
  expect(times).toBeGreaterThan(rounds(0, 1000))
  expect(bookings).toBeGreaterThan(0)
})
