// The days of a calendar page, and the targets of its keys. Days are strings such as '2027-01-20'.

import type { Language } from '../../lib/languages.ts'
import { weekdayOf } from '../../lib/time/dates.ts'
import { addDays } from '../../lib/time/zones.ts'

/** The first day of the week, where 0 is Monday. Arabic calendars begin on Saturday, as in the Unicode data of the language. */
export const firstWeekday = (language: Language) => (language === 'ar' ? 5 : 0)

/** The weeks of a month, with undefined for days of other months. */
export function weeksOf(month: string, first: number) {
  const start = `${month}-01`
  const blank = (weekdayOf(start) - first + 7) % 7
  const length = Number(lastOf(month).slice(8))
  return Array.from({ length: Math.ceil((blank + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_each, weekday) => {
      const date = week * 7 + weekday - blank
      return date >= 0 && date < length ? addDays(start, date) : undefined
    }),
  )
}

/** The same date in another month, or the last day of that month if it is shorter. */
export function addMonths(day: string, months: number) {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  const month = at.toISOString().slice(0, 7)
  const last = lastOf(month)
  const wanted = `${month}-${day.slice(8)}`
  return wanted < last ? wanted : last
}

function lastOf(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

export const clampDay = (day: string, min: string, max: string) => (day < min ? min : day > max ? max : day)

interface Key {
  key: string
  shiftKey: boolean
}

/** The day that a key leads to. Left and right are directions on the screen. */
export function dayAfterKey(day: string, { key, shiftKey }: Key, { isRtl, first }: { isRtl: boolean; first: number }) {
  const sinceWeekStart = (weekdayOf(day) - first + 7) % 7
  const forward = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return addDays(day, forward)
    case 'ArrowLeft':
      return addDays(day, -forward)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return addDays(day, -sinceWeekStart)
    case 'End':
      return addDays(day, 6 - sinceWeekStart)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    default:
      return undefined
  }
}
