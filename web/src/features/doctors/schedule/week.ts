// A doctor's week in their time zone: seven days from Monday, each open or closed, with one or more windows.
import { SESSION_GAP_MINUTES, SLOT_STEP_MINUTES } from '../../../../../supabase/functions/_shared/rules.ts'

export interface Hours {
  start: string
  /** '00:00' is midnight at the end of the day. */
  end: string
}

export interface Day {
  isAvailable: boolean
  windows: Hours[]
}

export type Week = Day[]

/** A row of doctor_availability. */
export interface StoredWindow {
  day_of_week: number
  start_time: string
  end_time: string
  is_available: boolean
}

export const DAYS = [0, 1, 2, 3, 4, 5, 6]
export const WORKING_DAYS = DAYS.slice(0, 5)
export const MAX_WINDOWS = 10
const DEFAULT_HOURS: Hours = { start: '09:00', end: '17:00' }

const DAY_MINUTES = 1440
const EVENING = 17 * 60

/** '09:00' from '09:00:00'. */
export const clock = (time: string) => time.slice(0, 5)

/** On an open day, unavailable windows are ignored. A day without windows is closed and proposes the default hours. */
export function weekFromRows(rows: StoredWindow[]): Week {
  return DAYS.map((day) => {
    const all = rows.filter((row) => row.day_of_week === day)
    const open = all.filter((row) => row.is_available)
    const shown = open.length > 0 ? open : all
    const windows = shown.map((row) => ({ start: clock(row.start_time), end: clock(row.end_time) })).toSorted(byStart)
    return { isAvailable: open.length > 0, windows: windows.length > 0 ? windows : [DEFAULT_HOURS] }
  })
}

/** Invalid windows of a closed day are omitted instead of causing an error. */
export function storedRows(week: Week): StoredWindow[] {
  return week.flatMap(({ isAvailable, windows }, day_of_week) =>
    windows
      .filter((hours) => isAvailable || (isComplete(hours) && isInOrder(hours)))
      .map(({ start, end }) => ({ day_of_week, start_time: start, end_time: end, is_available: isAvailable })),
  )
}

/** '09:00–12:30'. Midnight at the end is written as 24:00. */
export const rangeOf = ({ start, end }: Hours) => `${start}–${end === '00:00' ? '24:00' : end}`

export const isSameDay = (one: Day | undefined, other: Day | undefined) => JSON.stringify(one) === JSON.stringify(other)
export const isSameWeek = (one: Week, other: Week) => JSON.stringify(one) === JSON.stringify(other)

/** Runs of consecutive days with the same hours, such as Monday to Friday. The hours of closed days are ignored. */
export function runsOf(week: Week) {
  const shownHours = (day: Day | undefined) => (day?.isAvailable ? JSON.stringify(day.windows) : '')
  const runs: { first: number; last: number; day: Day }[] = []
  for (const [index, day] of week.entries()) {
    const before = runs.at(-1)
    if (before && shownHours(before.day) === shownHours(day)) before.last = index
    else runs.push({ first: index, last: index, day })
  }
  return runs
}

export const changeDay = (week: Week, day: number, next: Day): Week => week.map((each, index) => (index === day ? next : each))

export function copyDay(week: Week, from: number, to: number[]): Week {
  const source = week[from]
  return week.map((each, day) => (source && to.includes(day) ? source : each))
}

/**
 * A window that starts an hour after the last one and lasts an afternoon, or two hours in the evening. Empty if the last one ends at
 * midnight.
 */
export function nextWindow(windows: Hours[]): Hours {
  const last = Math.max(0, ...windows.filter(isComplete).map(endOf))
  if (last >= DAY_MINUTES) return { start: '', end: '' }
  const start = Math.min(last + 60, DAY_MINUTES - 60)
  const hours = start < EVENING ? 4 : 2
  return { start: clockOf(start), end: clockOf(Math.min(start + hours * 60, DAY_MINUTES)) }
}

export type Fault = { kind: 'missing' } | { kind: 'order' } | { kind: 'overlap'; other: Hours }

/** The error of each window, or undefined if it has none. The database has the same rules. */
export function hoursFaults({ isAvailable, windows }: Day): (Fault | undefined)[] {
  if (!isAvailable) return windows.map(() => undefined)
  return windows.map((hours, index) => {
    if (!isComplete(hours)) return { kind: 'missing' }
    if (!isInOrder(hours)) return { kind: 'order' }
    // Reported only at the later of the two windows.
    const other = windows.slice(0, index).find((each) => isComplete(each) && isInOrder(each) && overlap(each, hours))
    return other && { kind: 'overlap', other }
  })
}

/** The position of an open day's hours, in percent from midnight to midnight. Leaves out invalid windows. */
export const spansInDay = ({ isAvailable, windows }: Day) =>
  windows
    .filter((hours) => isAvailable && isComplete(hours) && isInOrder(hours))
    .map((hours) => ({ from: (100 * minutesOf(hours.start)) / DAY_MINUTES, to: (100 * endOf(hours)) / DAY_MINUTES }))

export interface Offer {
  /** The number of start times on a day without appointments. */
  times: number
  /** The number of appointments that fit, with the gap between them. */
  most: number
}

/** The offer of a day without appointments. The database counts the same way. */
export function offerOf({ isAvailable, windows }: Day, session: number, gap = SESSION_GAP_MINUTES): Offer {
  const right = windows.filter((hours) => isComplete(hours) && isInOrder(hours))
  const starts = isAvailable ? right.flatMap((hours) => startsIn(hours, session)).toSorted((one, other) => one - other) : []
  let most = 0
  let freeFrom = 0
  for (const start of starts) {
    if (start < freeFrom) continue
    most++
    freeFrom = start + session + gap
  }
  return { times: starts.length, most }
}

export const isSameOffer = (one: Offer, other: Offer | undefined) => one.times === other?.times && one.most === other.most

/** The offer that most days share, which is stated once instead of on each day. Undefined if no two days share one. */
export function usualOffer(offers: Offer[]): Offer | undefined {
  const daysWith = (offer: Offer) => offers.filter((each) => isSameOffer(each, offer)).length
  const [usual] = offers.filter(({ times }) => times > 0).toSorted((one, other) => daysWith(other) - daysWith(one))
  return usual && daysWith(usual) > 1 ? usual : undefined
}

function startsIn(hours: Hours, session: number) {
  const [first, room] = [minutesOf(hours.start), endOf(hours) - minutesOf(hours.start) - session]
  return room < 0 ? [] : Array.from({ length: Math.floor(room / SLOT_STEP_MINUTES) + 1 }, (_, step) => first + step * SLOT_STEP_MINUTES)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const endOf = ({ end }: Hours) => (end === '00:00' ? DAY_MINUTES : minutesOf(end))
const clockOf = (minutes: number) => {
  const within = minutes % DAY_MINUTES
  return [Math.floor(within / 60), within % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
const byStart = (one: Hours, other: Hours) => one.start.localeCompare(other.start)

const isComplete = ({ start, end }: Hours) => start !== '' && end !== ''
const isInOrder = ({ start, end }: Hours) => end === '00:00' || start <= end

function overlap(one: Hours, other: Hours) {
  const [from, to] = [Math.max(minutesOf(one.start), minutesOf(other.start)), Math.min(endOf(one), endOf(other))]
  // A window without duration overlaps nothing.
  return from < to && [one, other].every((each) => minutesOf(each.start) < endOf(each))
}
