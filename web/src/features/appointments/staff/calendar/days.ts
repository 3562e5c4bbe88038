// Calendar days in a time zone: weeks, minutes of the day, and days with a clock change.

import type { Language } from '../../../../lib/languages.ts'
import { formatDay, wallClock, weekdayOf } from '../../../../lib/time/dates.ts'
import { addDays } from '../../../../lib/time/zones.ts'

export const DAY_MINUTES = 1440
/** The height of one row of the grid, in minutes. */
export const ROW_MINUTES = 30
/** A dragged appointment snaps to steps of this many minutes. */
export const SNAP_MINUTES = 15

/** The days of the week from Monday to Sunday. */
export function weekAround(day: string) {
  const monday = addDays(day, -weekdayOf(day))
  return Array.from({ length: 7 }, (_, place) => addDays(monday, place))
}

/** Such as '16 – 22 November 2026' or '30 Nov – 6 Dec 2026'. The style 'dayMonth' gives '16 – 22 Nov 2026'. */
export function weekTitle(day: string, language: Language, style: 'long' | 'dayMonth' = 'long') {
  const week = weekAround(day)
  const [first, last] = [week[0] ?? day, week.at(-1) ?? day]
  if (first.slice(0, 7) === last.slice(0, 7) && style === 'long') return `${Number(first.slice(8))} – ${formatDay(last, language, 'long')}`
  const start = first.slice(0, 7) === last.slice(0, 7) ? Number(first.slice(8)) : formatDay(first, language, 'dayMonth')
  return `${start} – ${formatDay(last, language, 'dayMonth')} ${last.slice(0, 4)}`
}

/** Formats 90 as '01:30', and the end of the day as '24:00'. */
export const clockOf = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export function minuteOf(clock: string) {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** The day, and the minute of the day, of an instant in a time zone. */
export function placeOf(instant: string, zone: string) {
  const { isoDay, clock } = wallClock(instant, zone)
  return { day: isoDay, minute: minuteOf(clock) }
}

export interface ClockChange {
  kind: 'missing' | 'doubled'
  from: number
  to: number
}

const QUARTER_MS = 15 * 60_000
const DAY_MS = DAY_MINUTES * 60_000

/** The part of the day that the zone's clock change skips or repeats. Undefined on days without a change. */
export function clockChangeOn(day: string, zone: string): ClockChange | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const [before, after] = [offsetAt(midnight - DAY_MS, zone), offsetAt(midnight + 2 * DAY_MS, zone)]
  if (before === after) return undefined
  const changed: number[] = []
  for (let minute = 0; minute < DAY_MINUTES; minute += 15) {
    const wall = midnight + minute * 60_000
    const instants = [before, after].filter((offset) => offsetAt(wall - offset, zone) === offset)
    // Each quarter of an hour has one instant, except those that the change skips or repeats.
    if (instants.length !== 1) changed.push(minute)
  }
  const [from] = changed
  if (from === undefined) return undefined
  return { kind: after > before ? 'missing' : 'doubled', from, to: (changed.at(-1) ?? from) + QUARTER_MS / 60_000 }
}

function offsetAt(instant: number, zone: string) {
  const { isoDay, clock } = wallClock(new Date(instant), zone)
  return Date.parse(`${isoDay}T${clock}:00Z`) - instant
}
