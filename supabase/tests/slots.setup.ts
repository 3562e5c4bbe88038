// Sets up a doctor's schedule for the tests of slots, and asks what people can see and book.
import { expect } from 'vitest'
import { runAdmin } from '../../server/testing/cluster.ts'
import { freshDatabase } from '../../server/testing/database.ts'
import { addPerson, idOf, type Person, type Session, superuser } from './clinic.ts'
import {
  addDays,
  type Booked,
  clockChangesOf,
  type Doctor,
  expectedSlots,
  instantOf,
  minuteOf,
  type Schedule,
  type Slot,
  timeOf,
  type Window,
  weekdayOf,
} from './slots.oracle.ts'

// Difficult zones, which doctors cannot choose: three change their clocks at midnight, one by half an hour.
export const HARD_ZONES = ['Africa/Cairo', 'Asia/Beirut', 'America/Santiago', 'Australia/Lord_Howe']

export const TODAY = new Date().toISOString().slice(0, 10)
export const THIS_YEAR = Number(TODAY.slice(0, 4))
export const MONDAY = addDays(TODAY, 14 - weekdayOf(TODAY))
export const DAYS_A_SCHEDULE = 8

const doctorId = idOf('doctor selin')

export interface Arrangement extends Omit<Schedule, 'doctor' | 'appointments'> {
  doctor: Partial<Doctor>
  /** The settings under which some of the appointments were booked. */
  former: Pick<Doctor, 'timezone' | 'session_duration'> | undefined
  appointments: { date: string; time: string; status: string; former: boolean }[]
}

export const USUAL: Arrangement = { doctor: {}, windows: [], leaves: [], former: undefined, appointments: [] }
export const ALL_WEEK = [0, 1, 2, 3, 4, 5, 6]

export const mondays = (start_time: string, end_time: string): Window => ({ day_of_week: 0, start_time, end_time, is_available: true })

export const mondayAt = (time: string, { status = 'confirmed', former = false } = {}) => ({ date: MONDAY, time, status, former })

export const changesNextYear = (timezone: string) => clockChangesOf(timezone, THIS_YEAR + 1).map(({ date }) => date) as [string, string]

export async function openSlotsDatabase(serverZone: string) {
  const db = await freshDatabase('product')
  const name = new URL(db.url).pathname.slice(1)
  await runAdmin(db.url, `alter database ${name} set timezone to '${serverZone}'`)
  await db.keep(superuser, async ({ query }) => {
    for (const person of ['leyla', 'murat']) await addPerson({ query }, person)
    await query('alter table doctors drop constraint doctors_timezone_is_offered')
    // Books and rolls back at once, so that one query can make hundreds of attempts.
    await query(`
      create function public.attempt_booking(doctor_id uuid, on_date date, at_time text) returns text language plpgsql as $$
      declare
        code text; about text; said text;
      begin
        insert into public.appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
        values (auth.uid(), attempt_booking.doctor_id, on_date, at_time, 'Baş ağrısı', 'pending');
        raise exception using errcode = 'ZZ000', message = 'booked';
      exception when others then
        get stacked diagnostics code = returned_sqlstate, about = constraint_name, said = message_text;
        return case when code = 'ZZ000' then said else code || ' ' || coalesce(nullif(about, ''), said) end;
      end $$`)
    await query('grant execute on function public.attempt_booking to authenticated')
    await query(`
      create function public.minutes_ahead(t timestamptz, zone text) returns int language sql as $$
        select (extract(epoch from (t at time zone zone) - (t at time zone 'UTC')) / 60)::int
      $$`)
  })
  return db
}

/** Inserts the schedule and returns what the oracle needs: the schedule with the instants of its appointments, and the current time. */
export async function arrange({ query }: Session, { doctor, windows, leaves, former, appointments }: Arrangement, id = doctorId) {
  const settings: Doctor = { timezone: 'Europe/Istanbul', session_duration: 30, available: true, ...doctor }
  const booked: (Booked & { date: string; appointment_time: string })[] = []

  async function book(wanted: Arrangement['appointments'], { timezone, session_duration }: Omit<Doctor, 'available'>) {
    const possible = wanted.filter(({ date, time }) => instantOf(timezone, date, time))
    if (!possible.length) return
    // Random appointments may conflict, and then the first one stays.
    const rows = await query<(typeof booked)[number]>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select $1, $2, a.date, a.time, 'Baş ağrısı', a.status
       from jsonb_to_recordset($3) as a (date date, time text, status appointment_status)
       on conflict do nothing
       returning starts_at, session_duration, status, appointment_date::text as date, appointment_time`,
      [idOf('murat'), id, JSON.stringify(possible)],
    )
    for (const row of rows) {
      expect(row).toMatchObject({ starts_at: instantOf(timezone, row.date, row.appointment_time), session_duration })
    }
    booked.push(...rows)
  }

  const start = former ?? settings
  let moved = new Set<string>()
  await query(
    // Next year's clock changes may be beyond the default horizon.
    `insert into doctors (id, first_name, last_name, timezone, session_duration, available, booking_horizon_days)
     values ($1, 'Selin', 'Er', $2, $3, $4, 1095)`,
    [id, start.timezone, start.session_duration, settings.available],
  )
  if (former) {
    await book(
      appointments.filter((appointment) => appointment.former),
      former,
    )
    if (former.timezone !== settings.timezone) moved = new Set(booked.map(({ date, appointment_time }) => `${date} ${appointment_time}`))
    await query('update doctors set timezone = $2, session_duration = $3 where id = $1', [id, settings.timezone, settings.session_duration])
  }
  await book(
    appointments.filter((appointment) => !appointment.former),
    settings,
  )
  await query(
    `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time, is_available)
     select $1, w.* from jsonb_to_recordset($2) as w (day_of_week int, start_time time, end_time time, is_available boolean)`,
    [id, JSON.stringify(windows)],
  )
  const [clock] = await query<{ now: Date }>(
    `with added as (
       insert into doctor_leave (doctor_id, leave_date, start_time, end_time)
       select $1, l.* from jsonb_to_recordset($2) as l (leave_date date, start_time time, end_time time)
     )
     select now()`,
    [id, JSON.stringify(leaves)],
  )
  if (!clock) throw new Error('the clock is gone')
  return { schedule: { doctor: settings, windows, leaves, appointments: booked }, now: clock.now, moved }
}

export async function askSlots(session: Session, days: string[], person: Person = 'leyla') {
  const rows = await session.as(person, ({ query }) =>
    query<{ day: string; appointment_time: string; starts_at: Date }>(
      'select day::text, s.* from unnest($2::date[]) as day, get_available_slots($1, day) as s',
      [doctorId, days],
    ),
  )
  const slots: Record<string, Slot[]> = Object.fromEntries(days.map((day) => [day, []]))
  for (const { day, appointment_time, starts_at } of rows) slots[day]?.push({ appointment_time, starts_at: starts_at.toISOString() })
  return slots
}

/** Asks for seven days in one call. The result includes days without free times. */
export async function askWeek(session: Session, from: string, person: Person = 'leyla') {
  const rows = await session.as(person, ({ query }) =>
    query<{ day: string; appointment_time: string; starts_at: Date }>(
      'select day::text, appointment_time, starts_at from get_available_week($1, $2)',
      [doctorId, from],
    ),
  )
  const slots: Record<string, Slot[]> = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [addDays(from, index), []]))
  for (const { day, appointment_time, starts_at } of rows) slots[day]?.push({ appointment_time, starts_at: starts_at.toISOString() })
  return slots
}

export async function askDays(session: Session, from: string, to: string, person: Person = 'leyla', doctor = doctorId) {
  const rows = await session.as(person, ({ query }) =>
    query<{ day: string; free_slots: number }>('select day::text, free_slots from get_available_days($1, $2, $3)', [doctor, from, to]),
  )
  return Object.fromEntries(rows.map(({ day, free_slots }) => [day, free_slots]))
}

/** Omits days without free times. */
export const countsOf = (slots: Record<string, Slot[]>) =>
  Object.fromEntries(Object.entries(slots).flatMap(([day, { length }]) => (length ? [[day, length]] : [])))

export async function attemptBookings(session: Session, date: string, tried: string[]) {
  const rows = await session.as('leyla', ({ query }) =>
    query<{ time: string; answer: string }>('select time, attempt_booking($1, $2, time) as answer from unnest($3::text[]) as time', [
      doctorId,
      date,
      tried,
    ]),
  )
  return Object.fromEntries(rows.map(({ time, answer }) => [time, answer]))
}

export const BOOKED = 'booked'
export const TAKEN = '23505 appointments_slot_is_single'
export const OVERLAPPED = '23P01 appointments_doctor_is_free'
export const NOT_OFFERED = 'P0001 slot_not_offered'

/** The database checks the schedule first, then the same start, then an overlap. */
export function expectedRefusal(schedule: Schedule, date: string, time: string, now: Date) {
  const scheduled = expectedSlots({ ...schedule, appointments: [] }, date, now).find((slot) => slot.appointment_time === time)
  if (!scheduled) return NOT_OFFERED
  const live = schedule.appointments.filter(({ status }) => status !== 'cancelled')
  return live.some(({ starts_at }) => starts_at.toISOString() === scheduled.starts_at) ? TAKEN : OVERLAPPED
}

/** About a dozen times that are not offered, on and off the grids of the day's windows. */
export function someNotOffered({ windows }: Schedule, date: string, list: string[], minute: number) {
  const starts = windows.filter(({ day_of_week }) => day_of_week === weekdayOf(date)).map((window) => minuteOf(window.start_time))
  const grids = starts.flatMap((start) => Array.from({ length: 96 }, (_, index) => (start + index * 15) % 1440))
  const rest = [...new Set([...grids.map(timeOf), timeOf(540 + minute), timeOf(600 + minute)])].filter((time) => !list.includes(time))
  const step = Math.ceil(rest.length / 12)
  return rest.filter((_, index) => index % step === minute % step)
}
