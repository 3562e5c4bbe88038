// The times that a doctor offers: a test for every rule, then random days against the oracle (thousands in `npm run prove`), with two time
// zones of the server.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { anonymous, idOf, openForThisFile, refusal, superuser } from './clinic.ts'
import { scenarios, zonesAgreedOn } from './slots.generators.ts'
import { addDays, expectedSlots, type Slot } from './slots.oracle.ts'
import {
  ALL_WEEK,
  type Arrangement,
  arrange,
  askDays,
  askSlots,
  askWeek,
  attemptBookings,
  BOOKED,
  changesNextYear,
  countsOf,
  DAYS_A_SCHEDULE,
  expectedRefusal,
  MONDAY,
  mondayAt,
  mondays,
  NOT_OFFERED,
  OVERLAPPED,
  openSlotsDatabase,
  someNotOffered,
  TAKEN,
  USUAL,
} from './slots.setup.ts'

describe.each([
  { serverZone: 'UTC', schedules: rounds(12, 400), bookings: rounds(2, 40) },
  { serverZone: 'America/New_York', schedules: rounds(6, 120), bookings: rounds(1, 15) },
])('free times on a server in $serverZone', ({ serverZone, schedules, bookings }) => {
  const db = openForThisFile(
    () => openSlotsDatabase(serverZone),
    (opened) => opened.drop(),
  )

  /** The slots that a doctor with this schedule offers a signed-in user. The default is half-hour sessions in Istanbul. */
  async function offered(arranged: Partial<Arrangement>, date = MONDAY) {
    return db.as(superuser, async (session) => {
      await arrange(session, { ...USUAL, ...arranged })
      const { [date]: slots } = await askSlots(session, [date])
      return slots ?? []
    })
  }
  const times = async (...asked: Parameters<typeof offered>) => (await offered(...asked)).map((slot) => slot.appointment_time)
  const instants = async (...asked: Parameters<typeof offered>) =>
    (await offered(...asked)).map((slot) => `${slot.appointment_time} ${slot.starts_at.slice(0, 16)}`)

  test('the database uses that zone', async () => {
    expect(await db.as('leyla', ({ query }) => query('show timezone'))).toEqual([{ TimeZone: serverZone }])
  })

  describe('windows', () => {
    test('times are every 15 minutes from the start of the window', async () => {
      expect(await times({ windows: [mondays('09:10', '10:30')] })).toEqual(['09:10', '09:25', '09:40', '09:55'])
    })

    test('the whole session fits before the window ends', async () => {
      expect(await times({ doctor: { session_duration: 60 }, windows: [mondays('09:00', '10:20')] })).toEqual(['09:00', '09:15'])
      expect(await times({ doctor: { session_duration: 60 }, windows: [mondays('09:00', '09:55')] })).toEqual([])
    })

    test('no session spans two windows that touch', async () => {
      const windows = [mondays('10:00', '11:00'), mondays('09:00', '10:00')]
      expect(await times({ doctor: { session_duration: 60 }, windows })).toEqual(['09:00', '10:00'])
    })

    test('an end of 00:00 is midnight', async () => {
      expect(await times({ windows: [mondays('23:00', '00:00')] })).toEqual(['23:00', '23:15', '23:30'])
      expect(await times({ windows: [mondays('00:00', '00:00')] })).toHaveLength(95)
    })

    test('a window that ends where it starts is skipped', async () => {
      expect(await times({ windows: [mondays('09:00', '09:00'), mondays('11:00', '11:30')] })).toEqual(['11:00'])
    })

    test('a window marked as not available is skipped, even over one that is', async () => {
      const windows = [{ ...mondays('09:00', '17:00'), is_available: false }, mondays('11:00', '11:30')]
      expect(await times({ windows })).toEqual(['11:00'])
    })

    test('Monday is 0 and Sunday is 6', async () => {
      const windows = [mondays('09:00', '09:30'), { ...mondays('18:00', '18:30'), day_of_week: 6 }]
      expect(await times({ windows }, MONDAY)).toEqual(['09:00'])
      expect(await times({ windows }, addDays(MONDAY, 6))).toEqual(['18:00'])
      for (const days of [1, 2, 3, 4, 5]) expect(await times({ windows }, addDays(MONDAY, days))).toEqual([])
    })

    test('times are in the doctor’s zone', async () => {
      const windows = [mondays('09:00', '09:30')]
      expect(await instants({ doctor: { timezone: 'Asia/Baku' }, windows })).toEqual([`09:00 ${MONDAY}T05:00`])
      expect(await instants({ doctor: { timezone: 'Europe/Istanbul' }, windows })).toEqual([`09:00 ${MONDAY}T06:00`])
    })
  })

  describe('appointments', () => {
    const windows = [mondays('09:00', '12:00')]
    const around = ['09:00', '09:15', '10:45', '11:00', '11:15', '11:30']
    const everything = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', ...around.slice(2)]

    test.each(['pending', 'confirmed', 'completed'])(
      'a %s appointment blocks its time and ten minutes before and after',
      async (status) => {
        expect(await times({ windows, appointments: [mondayAt('10:00', { status })] })).toEqual(around)
      },
    )

    test('a cancelled appointment blocks nothing', async () => {
      expect(await times({ windows, appointments: [mondayAt('10:00', { status: 'cancelled' })] })).toEqual(everything)
    })

    test('a gap of exactly ten minutes is enough, and nine minutes are not', async () => {
      const before = { windows: [mondays('09:00', '09:30')] }
      expect(await times({ ...before, appointments: [mondayAt('09:40')] })).toEqual(['09:00'])
      expect(await times({ ...before, appointments: [mondayAt('09:39')] })).toEqual([])
      const after = { windows: [mondays('10:20', '10:50')] }
      expect(await times({ ...after, appointments: [mondayAt('09:40')] })).toEqual(['10:20'])
      expect(await times({ ...after, appointments: [mondayAt('09:41')] })).toEqual([])
    })

    test('an appointment booked when sessions were longer keeps its length', async () => {
      const former = { session_duration: 60, timezone: 'Europe/Istanbul' }
      expect(await times({ windows, former, appointments: [mondayAt('10:00', { former: true })] })).toEqual([
        '09:00',
        '09:15',
        '11:15',
        '11:30',
      ])
    })

    test('an appointment booked before the doctor changed zones keeps its instant', async () => {
      const former = { session_duration: 30, timezone: 'Asia/Baku' }
      // 12:00 in Baku is 11:00 in Istanbul.
      const left = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15']
      expect(await times({ windows, former, appointments: [mondayAt('12:00', { former: true })] })).toEqual(left)
    })

    test('every time offered after the doctor changed zones can be booked', async () => {
      const former = { session_duration: 30, timezone: 'Asia/Baku' }
      const answers = await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows, former, appointments: [mondayAt('11:00', { former: true })] })
        const { [MONDAY]: slots = [] } = await askSlots(session, [MONDAY])
        return attemptBookings(
          session,
          MONDAY,
          slots.map((slot) => slot.appointment_time),
        )
      })
      expect(new Set(Object.values(answers))).toEqual(new Set([BOOKED]))
    })

    test('a taken start, a time too close and a time outside the schedule fail with different errors', async () => {
      const answers = await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows, appointments: [mondayAt('10:00')] })
        return attemptBookings(session, MONDAY, ['09:15', '09:30', '10:00', '10:15', '10:30', '10:45', '10:50', '08:45', '11:45'])
      })
      expect(answers).toEqual({
        '09:15': BOOKED,
        '09:30': OVERLAPPED,
        '10:00': TAKEN,
        '10:15': OVERLAPPED,
        '10:30': OVERLAPPED,
        '10:45': BOOKED,
        '10:50': NOT_OFFERED,
        '08:45': NOT_OFFERED,
        '11:45': NOT_OFFERED,
      })
    })

    test('an appointment late on the previous evening blocks the first minutes of the day', async () => {
      const early = { windows: [mondays('00:00', '01:00')] }
      const appointments = [{ ...mondayAt('23:45'), date: addDays(MONDAY, -1) }]
      expect(await times({ ...early, appointments })).toEqual(['00:30'])
    })

    test('an appointment early on the next day blocks the last minutes of the day', async () => {
      const late = { windows: [mondays('22:45', '00:00')] }
      const appointments = [{ ...mondayAt('00:00'), date: addDays(MONDAY, 1) }]
      expect(await times({ ...late, appointments })).toEqual(['22:45', '23:00', '23:15'])
    })
  })

  describe('leaves', () => {
    const windows = [mondays('09:00', '12:00')]
    const leave = (start_time: string | null, end_time: string | null, leave_date = MONDAY) => ({ leave_date, start_time, end_time })

    test('a leave with times removes the times that overlap it, without a gap around it', async () => {
      const left = ['09:00', '09:15', '09:30', '11:00', '11:15', '11:30']
      expect(await times({ windows, leaves: [leave('10:00', '11:00')] })).toEqual(left)
    })

    test('a leave until 00:00 lasts until midnight', async () => {
      expect(await times({ windows, leaves: [leave('10:00', '00:00')] })).toEqual(['09:00', '09:15', '09:30'])
    })

    test.each([
      [null, null],
      ['10:00', null],
      [null, '10:00'],
    ])('a leave from %s to %s is the whole day', async (from, to) => {
      expect(await times({ windows, leaves: [leave(from, to)] })).toEqual([])
    })

    test('a leave on another day changes nothing', async () => {
      const leaves = [leave(null, null, addDays(MONDAY, 1)), leave(null, null, addDays(MONDAY, -7))]
      expect(await times({ windows, leaves })).toHaveLength(11)
    })
  })

  describe('clock changes', () => {
    const nights = (start_time: string, end_time: string) =>
      ALL_WEEK.map((day_of_week) => ({ ...mondays(start_time, end_time), day_of_week }))

    test('a time that the clock skips is not offered', async () => {
      const [spring] = changesNextYear('Europe/Berlin')
      expect(await instants({ doctor: { timezone: 'Europe/Berlin' }, windows: nights('01:30', '04:00') }, spring)).toEqual([
        `01:30 ${spring}T00:30`,
        `01:45 ${spring}T00:45`,
        `03:00 ${spring}T01:00`,
        `03:15 ${spring}T01:15`,
        `03:30 ${spring}T01:30`,
      ])
    })

    test('a time that happens twice is offered once, at its first occurrence', async () => {
      const [, autumn] = changesNextYear('Europe/Berlin')
      expect(await instants({ doctor: { timezone: 'Europe/Berlin' }, windows: nights('01:45', '03:30') }, autumn)).toEqual([
        `01:45 ${addDays(autumn, -1)}T23:45`,
        `02:00 ${autumn}T00:00`,
        `02:15 ${autumn}T00:15`,
        `02:30 ${autumn}T00:30`,
        `02:45 ${autumn}T00:45`,
        `03:00 ${autumn}T02:00`,
      ])
    })

    test.each(['Africa/Cairo', 'Asia/Beirut'])('the day begins at 01:00 in %s when the clock skips midnight', async (timezone) => {
      const [spring] = changesNextYear(timezone)
      const evening = addDays(spring, -1)
      expect(await instants({ doctor: { timezone }, windows: nights('00:00', '02:00') }, spring)).toEqual([
        `01:00 ${evening}T22:00`,
        `01:15 ${evening}T22:15`,
        `01:30 ${evening}T22:30`,
      ])
    })

    test('the last hour of the day happens twice in Santiago and is offered once', async () => {
      const [autumn] = changesNextYear('America/Santiago')
      const evening = addDays(autumn, -1)
      expect(await instants({ doctor: { timezone: 'America/Santiago' }, windows: nights('22:45', '00:00') }, evening)).toEqual([
        `22:45 ${autumn}T01:45`,
        `23:00 ${autumn}T02:00`,
        `23:15 ${autumn}T02:15`,
        `23:30 ${autumn}T02:30`,
      ])
    })

    test('only half an hour is skipped or repeated on Lord Howe Island', async () => {
      const [autumn, spring] = changesNextYear('Australia/Lord_Howe')
      const doctor = { timezone: 'Australia/Lord_Howe', session_duration: 15 }
      expect(await instants({ doctor, windows: nights('01:30', '02:45') }, spring)).toEqual([
        `01:30 ${addDays(spring, -1)}T15:00`,
        `01:45 ${addDays(spring, -1)}T15:15`,
        `02:30 ${addDays(spring, -1)}T15:30`,
      ])
      expect(await instants({ doctor, windows: nights('01:15', '02:15') }, autumn)).toEqual([
        `01:15 ${addDays(autumn, -1)}T14:15`,
        `01:30 ${addDays(autumn, -1)}T14:30`,
        `01:45 ${addDays(autumn, -1)}T14:45`,
        `02:00 ${addDays(autumn, -1)}T15:30`,
      ])
    })
  })

  describe('the current time', () => {
    test('a time that has started is no longer offered, and the next one is', async () => {
      const all = ALL_WEEK.map((day_of_week) => ({ ...mondays('00:00', '00:00'), day_of_week }))
      const [yesterday, today, tomorrow, now] = await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows: all, doctor: { timezone: 'Europe/London', session_duration: 15 } })
        const [clock] = await session.query<{ now: Date; today: string }>(
          "select now(), (now() at time zone 'Europe/London')::date::text as today",
        )
        if (!clock) throw new Error('the clock is gone')
        const days = [-1, 0, 1].map((away) => addDays(clock.today, away))
        const slots = await askSlots(session, days)
        return [...days.map((day) => slots[day] ?? []), clock.now] as [Slot[], Slot[], Slot[], Date]
      })
      const quarter = 15 * 60_000
      const next = new Date(Math.floor(now.getTime() / quarter) * quarter + quarter).toISOString()
      expect(yesterday).toEqual([])
      expect([...today, ...tomorrow][0]?.starts_at).toBe(next)
    })
  })

  describe('doctors', () => {
    const windows = [mondays('09:00', '10:00')]

    test('an unavailable doctor offers nothing', async () => {
      expect(await times({ windows })).toHaveLength(3)
      expect(await times({ windows, doctor: { available: false } })).toEqual([])
    })

    test('an unknown doctor offers nothing', async () => {
      const unknown = await db.as('leyla', ({ query }) => query('select * from get_available_slots($1, $2)', [idOf('nobody'), MONDAY]))
      expect(unknown).toEqual([])
    })

    test('appointments and leaves of another doctor change nothing', async () => {
      const other = idOf('another doctor')
      const left = await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows })
        await session.query("insert into doctors (id, first_name, last_name) values ($1, 'Deniz', 'Ak')", [other])
        await session.query('insert into doctor_leave (doctor_id, leave_date) values ($1, $2)', [other, MONDAY])
        await session.query(
          "insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint) values ($1, $2, $3, '09:00', 'x')",
          [idOf('murat'), other, MONDAY],
        )
        return askSlots(session, [MONDAY])
      })
      expect(left[MONDAY]).toHaveLength(3)
    })
  })

  describe('against the oracle', () => {
    let zones: string[]

    beforeAll(async () => {
      zones = await zonesAgreedOn(db)
    })

    test('PostgreSQL and Node agree on nearly all zones used here', () => {
      expect(zones.length).toBeGreaterThan(10)
    })

    test('the offered times match the oracle, on random days of random schedules', { timeout: 60_000 }, async () => {
      let offeredTimes = 0
      await fc.assert(
        fc.asyncProperty(scenarios(zones, { moves: true }), async ({ arrangement, from }) => {
          const days = Array.from({ length: DAYS_A_SCHEDULE }, (_, index) => addDays(from, index))
          const { slots, expected } = await db.as(superuser, async (session) => {
            const { schedule, now, moved } = await arrange(session, arrangement)
            // Ignores times with the same wall clock as an appointment from another zone. A test above covers them.
            const settled = (day: string, all: Slot[]) => all.filter((slot) => !moved.has(`${day} ${slot.appointment_time}`))
            const list = await askSlots(session, days)
            expect(await askDays(session, from, addDays(from, DAYS_A_SCHEDULE - 1))).toEqual(countsOf(list))
            return {
              slots: Object.fromEntries(days.map((day) => [day, settled(day, list[day] ?? [])])),
              expected: Object.fromEntries(days.map((day) => [day, settled(day, expectedSlots(schedule, day, now))])),
            }
          })
          expect(slots).toEqual(expected)
          offeredTimes += Object.values(slots).flat().length
        }),
        { numRuns: schedules },
      )
      expect(offeredTimes).toBeGreaterThan(schedules * DAYS_A_SCHEDULE)
    })

    test('a patient can book every offered time and gets a reason for every other one', { timeout: 60_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(
          scenarios(zones, { moves: false }),
          fc.nat(DAYS_A_SCHEDULE),
          fc.nat(14),
          async ({ arrangement, from }, pick, minute) => {
            const date = arrangement.appointments[pick]?.date ?? addDays(from, pick)
            const { given, expected } = await db.as(superuser, async (session) => {
              const { schedule, now } = await arrange(session, arrangement)
              const { [date]: slots = [] } = await askSlots(session, [date])
              const list = slots.map((slot) => slot.appointment_time)
              const rest = someNotOffered(schedule, date, list, minute)
              return {
                given: await attemptBookings(session, date, [...list, ...rest]),
                expected: Object.fromEntries([
                  ...list.map((time) => [time, BOOKED]),
                  ...rest.map((time) => [time, expectedRefusal(schedule, date, time, now)]),
                ]),
              }
            })
            expect(given).toEqual(expected)
          },
        ),
        { numRuns: bookings },
      )
    })
  })

  describe('permissions and limits', () => {
    test('visitors see the same slots and days as signed-in users', async () => {
      await db.as(superuser, async (session) => {
        await arrange(session, {
          ...USUAL,
          windows: [mondays('09:00', '10:00')],
          appointments: [mondayAt('09:00', { status: 'cancelled' })],
        })
        expect(await askSlots(session, [MONDAY], anonymous)).toEqual(await askSlots(session, [MONDAY]))
        expect(await askDays(session, MONDAY, MONDAY, anonymous)).toEqual({ [MONDAY]: 3 })
      })
    })

    test('all signed-in users see the same slots and days', async () => {
      await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows: [mondays('09:00', '10:00')], appointments: [mondayAt('09:15')] })
        await arrange(session, { ...USUAL, windows: [mondays('09:00', '10:00')] }, idOf('another doctor'))
        for (const person of ['leyla', 'murat']) {
          expect(await askSlots(session, [MONDAY], person)).toEqual({ [MONDAY]: [] })
          expect(await askDays(session, MONDAY, MONDAY, person)).toEqual({})
          expect(await askDays(session, MONDAY, MONDAY, person, idOf('another doctor'))).toEqual({ [MONDAY]: 3 })
        }
      })
    })

    test('a week in one call has the slots of its seven days and no others, for visitors too', async () => {
      await db.as(superuser, async (session) => {
        const windows = ALL_WEEK.map((day_of_week) => ({ ...mondays('09:00', '11:00'), day_of_week }))
        await arrange(session, { ...USUAL, windows, appointments: [mondayAt('09:15')] })
        const days = Array.from({ length: 7 }, (_, index) => addDays(MONDAY, index))
        const week = await askSlots(session, days)
        expect(Object.values(week).flat().length).toBeGreaterThan(7)
        expect(await askWeek(session, MONDAY)).toEqual(week)
        expect(await askWeek(session, MONDAY, anonymous)).toEqual(week)
      })
    })

    test('62 days can be requested at once, 63 cannot', async () => {
      await db.as(superuser, async (session) => {
        await arrange(session, { ...USUAL, windows: [mondays('09:00', '10:00')] })
        const days = await askDays(session, MONDAY, addDays(MONDAY, 61))
        expect(Object.values(days).filter((free) => free === 3)).toHaveLength(9)
        expect(await refusal(askDays(session, MONDAY, addDays(MONDAY, 62)))).toEqual(['P0001', 'too_many_days'])
      })
    })
  })
})
