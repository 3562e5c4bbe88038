// Formats dates in every language, identically in the prerender and in the browser. Chromium has no Azerbaijani, so those words are our
// own; `Intl` knows the other languages. No other code formats dates.
import { AZERBAIJANI } from '../../../../supabase/functions/_shared/azerbaijani.ts'
import { type Language, localeOf } from '../languages.ts'

/**
 * full: Sunday, 15 November 2026 · coming: Sunday, 15 November · long: 15 November 2026 · short: Sun 15 Nov · dayMonth: 15 Nov. `coming` is
 * for a day that is near enough to need no year. For a weekday alone, use `weekdayName`.
 */
export type DayStyle = 'full' | 'coming' | 'long' | 'short' | 'dayMonth'

/** Formats a calendar day such as '2026-11-15'. */
export function formatDay(day: string, language: Language, style: DayStyle = 'full') {
  const date = new Date(`${day}T00:00:00Z`)
  return tied(language === 'az' ? IN_AZERBAIJANI[style](date) : formatter(language, style, DAY_STYLES[style]).format(date))
}

/** Formats a calendar day that stands alone, like a heading, where Russian and French need a capital letter. */
export const dayTitle = (day: string, language: Language, style?: DayStyle) => capitalized(formatDay(day, language, style), language)

/** Capitalizes a text for the beginning of a line. */
export const capitalized = (text: string, language: Language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

/** Formats an instant in a zone: '15 Nov 2026, 14:05'. */
export function formatMoment(instant: Date | string, zone: string, language: Language) {
  const at = new Date(instant)
  if (language !== 'az') return tied(formatter(language, `moment ${zone}`, { ...MOMENT, timeZone: zone }).format(at))
  const { year, month, day, clock } = wallClock(at, zone)
  return `${Number(day)}\u00a0${AZERBAIJANI.shortMonths[Number(month) - 1]} ${year}, ${clock}`
}

/** Returns the name of a weekday for use inside a sentence, where many languages write it in lower case. 0 is Monday. */
export function weekdayName(day: number, language: Language, width: 'long' | 'short' | 'narrow' = 'long') {
  const date = new Date(MONDAY + day * DAY_MS)
  if (language === 'az') return AZERBAIJANI[width === 'long' ? 'weekdays' : 'shortWeekdays'][date.getUTCDay()] ?? ''
  return formatter(language, `weekday ${width}`, { weekday: width, timeZone: 'UTC' }).format(date)
}

/** Returns the name of a weekday for the beginning of a line. */
export const weekdayTitle = (day: number, language: Language) => capitalized(weekdayName(day, language), language)

/** Returns the name of a month without a day. 0 is January. */
export function monthName(month: number, language: Language) {
  if (language === 'az') return AZERBAIJANI.months[month] ?? ''
  return formatter(language, 'month', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month))
}

/** 'November 2026', for the heading above the days of that month. */
export const monthTitle = (day: string, language: Language) =>
  `${capitalized(monthName(Number(day.slice(5, 7)) - 1, language), language)} ${day.slice(0, 4)}`

/** The weekday of a calendar day, 0 being Monday. */
export const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

interface WallClock {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly isoDay: string
  readonly clock: string
}

const MINUTE_MS = 60_000
const MAX_KEPT_CLOCKS = 2000
const keptClocks = new Map<string, WallClock>()

/** The parts of an instant in a zone, padded with zeros. Cached, because a list formats the same minutes again and again. */
export function wallClock(instant: Date | string, zone: string): WallClock {
  const at = new Date(instant)
  const key = `${Math.floor(at.getTime() / MINUTE_MS)} ${zone}`
  const kept = keptClocks.get(key) ?? readClock(at, zone)
  if (keptClocks.size >= MAX_KEPT_CLOCKS) keptClocks.clear()
  keptClocks.set(key, kept)
  return kept
}

function readClock(at: Date, zone: string): WallClock {
  const parts = formatter('en', `wall clock ${zone}`, { ...WALL_CLOCK, timeZone: zone }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return { year, month, day, isoDay: `${year}-${month}-${day}`, clock: `${part('hour')}:${part('minute')}` }
}

/** Keeps the day and its month on one line, and keeps the Russian abbreviation of 'year' off the beginning of a line. */
const tied = (text: string) => text.replace(/\sг\./, '\u00a0г.').replace(/\b(\d{1,2}) (?=\p{L})/u, '$1\u00a0')

// A Monday.
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

const DAY_STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  coming: { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  long: { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  short: { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
  dayMonth: { day: 'numeric', month: 'short', timeZone: 'UTC' },
}

const MOMENT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

const WALL_CLOCK: Intl.DateTimeFormatOptions = { ...MOMENT, month: '2-digit', day: '2-digit' }

// Cached, because creating a formatter costs a hundred times as much as using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(language: Language, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${name}`
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(localeOf(language), options)
  formatters.set(key, made)
  return made
}

const IN_AZERBAIJANI: Record<DayStyle, (date: Date) => string> = {
  full: (date) => `${IN_AZERBAIJANI.long(date)}, ${weekdayIn(date)}`,
  coming: (date) => `${date.getUTCDate()} ${AZERBAIJANI.months[date.getUTCMonth()]}, ${weekdayIn(date)}`,
  long: (date) => `${date.getUTCDate()} ${AZERBAIJANI.months[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
  short: (date) => `${IN_AZERBAIJANI.dayMonth(date)}, ${AZERBAIJANI.shortWeekdays[date.getUTCDay()]}`,
  dayMonth: (date) => `${date.getUTCDate()} ${AZERBAIJANI.shortMonths[date.getUTCMonth()]}`,
}

/** Four of the seven names have two words. If 'cümə' stood alone at the end of a line, it would be read as Friday. */
const weekdayIn = (date: Date) => AZERBAIJANI.weekdays[date.getUTCDay()]?.replace(' ', '\u00a0')
