// Computes the times that a doctor offers on a day from the specification, with another algorithm than the database.

export interface Doctor {
  timezone: string
  session_duration: number
  available: boolean
}

/** Times are wall-clock times as 'HH:MM'. Monday is 0. */
export interface Window {
  day_of_week: number
  start_time: string
  end_time: string
  is_available: boolean
}

export interface Leave {
  leave_date: string
  start_time: string | null
  end_time: string | null
}

export interface Booked {
  starts_at: Date
  session_duration: number
  status: string
}

export interface Slot {
  appointment_time: string
  starts_at: string
}

export interface Schedule {
  doctor: Doctor | undefined
  windows: Window[]
  leaves: Leave[]
  appointments: Booked[]
}

const GRID = 15
const GAP = 10
const MINUTE = 60_000
const DAY = 1440

export function expectedSlots({ doctor, windows, leaves, appointments }: Schedule, date: string, now: Date): Slot[] {
  if (!doctor?.available) return []
  const session = doctor.session_duration
  const clock = clockOf(doctor.timezone, date)
  const away = leaves.filter((leave) => leave.leave_date === date).map(minutesAway)
  const live = appointments.filter(({ status }) => status !== 'cancelled')

  const isAway = (minute: number) => away.some(([from, to]) => minute < to && from < minute + session)
  const isTaken = (start: number) =>
    live.some((other) => {
      const otherStart = other.starts_at.getTime()
      const otherEnd = otherStart + other.session_duration * MINUTE
      return start < otherEnd + GAP * MINUTE && otherStart < start + (session + GAP) * MINUTE
    })

  const slots: { minute: number; start: number }[] = []
  for (const window of windows) {
    if (!window.is_available || window.day_of_week !== weekdayOf(date)) continue
    for (let minute = minuteOf(window.start_time); minute + session <= endMinuteOf(window.end_time); minute += GRID) {
      const start = clock.get(minute)
      if (start === undefined || start <= now.getTime() || isAway(minute) || isTaken(start)) continue
      slots.push({ minute, start })
    }
  }
  return slots
    .toSorted((a, b) => a.start - b.start)
    .map(({ minute, start }) => ({ appointment_time: timeOf(minute), starts_at: new Date(start).toISOString() }))
}

/** The instant at which the wall clock first shows that time on that day. Undefined if it never does. */
export function instantOf(timezone: string, date: string, time: string) {
  const instant = clockOf(timezone, date).get(minuteOf(time))
  return instant === undefined ? undefined : new Date(instant)
}

export interface ClockChange {
  date: string
  /** Positive when the clock goes forward. */
  minutes: number
}

/** The dates of a year on which the clock changes. A change at midnight also affects the day before. */
export function clockChangesOf(timezone: string, year: number): ClockChange[] {
  const changes: ClockChange[] = []
  const change = (from: number, to: number) => (offsetAt(timezone, to) - offsetAt(timezone, from)) / MINUTE
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += DAY * MINUTE) {
    if (!change(day, day + DAY * MINUTE)) continue
    for (let quarter = day; quarter < day + DAY * MINUTE; quarter += GRID * MINUTE) {
      const minutes = change(quarter, quarter + GRID * MINUTE)
      if (minutes) changes.push({ date: dateOf(quarter + GRID * MINUTE + offsetAt(timezone, quarter)), minutes })
    }
  }
  return changes
}

export const addDays = (date: string, days: number) => dateOf(Date.parse(date) + days * DAY * MINUTE)

/** Monday is 0. */
export const weekdayOf = (date: string) => (new Date(date).getUTCDay() + 6) % 7

export const timeOf = (minute: number) => `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

export function minuteOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const endMinuteOf = (time: string) => minuteOf(time) || DAY

function minutesAway({ start_time, end_time }: Leave): [from: number, to: number] {
  return start_time === null || end_time === null ? [0, DAY] : [minuteOf(start_time), endMinuteOf(end_time)]
}

const clocks = new Map<string, Map<number, number>>()

/** Maps each minute of the day to the instant at which the wall clock first shows it. */
function clockOf(timezone: string, date: string) {
  const key = `${timezone} ${date}`
  const known = clocks.get(key)
  if (known) return known
  const firstSeen = new Map<number, number>()
  const midnight = Date.parse(date)
  // No zone is further from UTC than this, and clocks change only at quarters of an hour.
  for (let quarter = midnight - 18 * 60 * MINUTE; quarter < midnight + 42 * 60 * MINUTE; quarter += GRID * MINUTE) {
    const shown = (quarter + offsetAt(timezone, quarter) - midnight) / MINUTE
    for (let passed = 0; passed < GRID; passed++) {
      const minute = shown + passed
      if (minute >= 0 && minute < DAY && !firstSeen.has(minute)) firstSeen.set(minute, quarter + passed * MINUTE)
    }
  }
  clocks.set(key, firstSeen)
  return firstSeen
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset of the wall clock from UTC, in milliseconds. */
export function offsetAt(timezone: string, instant: number) {
  let format = formats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timezone, format)
  }
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
}

export interface Type {
  minutes: number
  who: string
  position: number
  active: boolean
}

/** The types that a person may book, in order. */
export const expectedTypes = <T extends Type>(types: T[], { isReturning, isStaff }: { isReturning: boolean; isStaff: boolean }) =>
  types
    .filter(({ active, who }) => active && (isStaff || who === 'everybody' || (who === 'returning' && isReturning)))
    .toSorted((a, b) => a.position - b.position)

/** The slots for the chosen type. A doctor without active types offers the usual session length. */
export function expectedSlotsOfType(schedule: Schedule, types: Type[], chosen: Type | undefined, date: string, now: Date): Slot[] {
  if (!chosen && types.some(({ active }) => active)) return []
  const doctor = schedule.doctor && chosen ? { ...schedule.doctor, session_duration: chosen.minutes } : schedule.doctor
  return expectedSlots({ ...schedule, doctor }, date, now)
}
