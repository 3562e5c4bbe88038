// Random schedules in many zones, biased towards the days on which clocks change.
import fc from 'fast-check'
import type { TestDatabase } from '../../server/testing/database.ts'
import { OFFERED_ZONES } from '../functions/_shared/rules.ts'
import { superuser } from './clinic.ts'
import { addDays, clockChangesOf, type Leave, offsetAt, timeOf, type Window } from './slots.oracle.ts'
import { ALL_WEEK, type Arrangement, DAYS_A_SCHEDULE, HARD_ZONES, THIS_YEAR, TODAY } from './slots.setup.ts'

/** Excludes zones for which the time zone data of PostgreSQL and Node differ. At the time of writing, none differ. */
export async function zonesAgreedOn(db: TestDatabase) {
  const years = [THIS_YEAR, THIS_YEAR + 1, THIS_YEAR + 2]
  const agreed: string[] = []
  for (const zone of [...OFFERED_ZONES, ...HARD_ZONES]) {
    const here = {
      offset: offsetAt(zone, Date.UTC(THIS_YEAR, 0, 1)) / 60_000,
      changes: years.flatMap((year) => clockChangesOf(zone, year)),
    }
    const [there] = await db.as(superuser, ({ query }) =>
      query<typeof here>(
        `select minutes_ahead(make_timestamptz($2, 1, 1, 0, 0, 0, 'UTC'), $1) as offset, coalesce(
           jsonb_agg(
             jsonb_build_object(
               'date', (t at time zone 'UTC' + make_interval(mins => 15 + minutes_ahead(t, $1)))::date,
               'minutes', minutes_ahead(t + '15 minutes', $1) - minutes_ahead(t, $1)
             ) order by t
           ), '[]'
         ) as changes
         from generate_series(make_timestamptz($2, 1, 1, 0, 0, 0, 'UTC'), make_timestamptz($3, 1, 1, 0, 0, 0, 'UTC'), '24 hours') as day,
           lateral generate_series(day, day + interval '23 hours 45 minutes', '15 minutes') as t
         where minutes_ahead(day, $1) <> minutes_ahead(day + '24 hours', $1) and minutes_ahead(t, $1) <> minutes_ahead(t + '15 minutes', $1)`,
        [zone, THIS_YEAR, THIS_YEAR + 3],
      ),
    )
    if (
      JSON.stringify(here.changes.map(Object.entries)) === JSON.stringify(there?.changes.map(Object.entries)) &&
      here.offset === there?.offset
    ) {
      agreed.push(zone)
    }
  }
  return agreed
}

export function scenarios(zones: string[], { moves }: { moves: boolean }) {
  const changes = zones.flatMap((timezone) =>
    [THIS_YEAR + 1, THIS_YEAR + 2].flatMap((year) => clockChangesOf(timezone, year).map(({ date }) => ({ timezone, date }))),
  )
  const place = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...changes) },
    { weight: 2, arbitrary: fc.record({ timezone: fc.constantFrom(...zones), date: fc.constant(TODAY) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        timezone: fc.constantFrom(...zones),
        date: fc.integer({ min: 10, max: 700 }).map((days) => addDays(TODAY, days)),
      }),
    },
  )
  // The requested days always include the day itself and the day before.
  const start = fc.record({ place, earlier: fc.integer({ min: 1, max: DAYS_A_SCHEDULE - 1 }) })
  return start.chain(({ place: { timezone, date }, earlier }) => {
    const from = addDays(date, -earlier)
    return fc.record({ from: fc.constant(from), arrangement: arrangements(timezone, moves ? zones : [timezone], from) })
  })
}

const minutes = fc.oneof({ weight: 2, arbitrary: fc.nat(287).map((n) => n * 5) }, fc.nat(1439), fc.nat(300))
const quarters = fc.nat(95).map((n) => n * 15)
const session_duration = fc.oneof(fc.constantFrom(15, 20, 30, 45, 60), fc.integer({ min: 15, max: 120 }))

export function arrangements(timezone: string, formerZones: string[], from: string): fc.Arbitrary<Arrangement> {
  const day = fc.integer({ min: -1, max: DAYS_A_SCHEDULE }).map((days) => addDays(from, days))
  return fc.record({
    doctor: fc.record({ timezone: fc.constant(timezone), session_duration, available: fc.integer({ min: 0, max: 19 }).map((n) => n > 0) }),
    windows: fc.tuple(...ALL_WEEK.map(windowsOf)).map((week) => week.flat()),
    leaves: fc.array(leavesOn(day), { maxLength: 4 }),
    former: fc.option(fc.record({ timezone: fc.oneof(fc.constant(timezone), fc.constantFrom(...formerZones)), session_duration }), {
      nil: undefined,
    }),
    appointments: fc.array(
      fc.record({
        date: day,
        time: fc.oneof(minutes, quarters).map(timeOf),
        status: fc.constantFrom('pending', 'confirmed', 'completed', 'cancelled'),
        former: fc.boolean(),
      }),
      { maxLength: 20 },
    ),
  })
}

/** Up to three windows, with or without gaps, optionally with an unavailable one and an empty one. */
function windowsOf(day_of_week: number): fc.Arbitrary<Window[]> {
  const window = ([start, end]: readonly [number, number], is_available = true): Window => ({
    day_of_week,
    start_time: timeOf(start),
    end_time: timeOf(end),
    is_available,
  })
  const edges = fc
    .uniqueArray(fc.oneof(minutes, fc.constant(1440)), { minLength: 2, maxLength: 6 })
    .map((cuts) => cuts.toSorted((a, b) => a - b))
  const pairs = fc.oneof(
    fc.constant([[0, 1440]] as [number, number][]),
    edges.map((cuts) => cuts.flatMap((cut, index) => (index % 2 ? [[cuts[index - 1] ?? 0, cut] as [number, number]] : []))),
    edges.map((cuts) => cuts.slice(1).map((cut, index) => [cuts[index] ?? 0, cut] as [number, number])),
  )
  const off = fc.option(fc.tuple(fc.nat(700), fc.integer({ min: 701, max: 1440 })), { nil: undefined })
  const empty = fc.option(fc.integer({ min: 1, max: 1439 }), { nil: undefined })
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Window[]>([]) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(pairs, off, empty)
        .map(([open, closed, nothing]) => [
          ...open.map((pair) => window(pair)),
          ...(closed ? [window(closed, false)] : []),
          ...(nothing === undefined ? [] : [window([nothing, nothing])]),
        ]),
    },
  )
}

function leavesOn(leave_date: fc.Arbitrary<string>): fc.Arbitrary<Leave> {
  const timed = fc
    .tuple(minutes, fc.oneof(minutes, fc.constant(1440)))
    .filter(([start, end]) => start < end)
    .map(([start, end]) => ({ start_time: timeOf(start), end_time: timeOf(end) }))
  const time = minutes.map(timeOf)
  const wholeDay = fc.oneof(
    fc.constant({ start_time: null, end_time: null }),
    time.map((start_time) => ({ start_time, end_time: null })),
    time.map((end_time) => ({ start_time: null, end_time })),
  )
  const times: fc.Arbitrary<Omit<Leave, 'leave_date'>> = fc.oneof({ weight: 4, arbitrary: timed }, { weight: 1, arbitrary: wholeDay })
  return fc.tuple(leave_date, times).map(([date, leave]) => ({ leave_date: date, ...leave }))
}
