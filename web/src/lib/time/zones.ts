// Time zones: their names, and dates and times in them.
import { cityOf } from '../../../../supabase/functions/_shared/cities.ts'
import { type Language, localeOf } from '../languages.ts'
import { wallClock } from './dates.ts'

export { cityOf } from '../../../../supabase/functions/_shared/cities.ts'
export { OFFERED_ZONES } from '../../../../supabase/functions/_shared/rules.ts'

export const DEFAULT_ZONE = 'Europe/Istanbul'

const UNKNOWN_ZONE = /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu|Unknown)$/
// Cached, because pages ask for the zone dozens of times while rendering, and each call takes a while. People who travel see their new zone
// soon enough.
const ASK_AGAIN_MS = 30_000
let lastAnswer: { zone: string; askedAt: number } | undefined

/** This browser's time zone. UTC if the browser hides its zone. */
export function browserZone() {
  const now = performance.now()
  if (!lastAnswer || Math.abs(now - lastAnswer.askedAt) > ASK_AGAIN_MS) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    lastAnswer = { zone: !zone || UNKNOWN_ZONE.test(zone) ? 'UTC' : zone, askedAt: now }
  }
  return lastAnswer.zone
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day and the time of an instant on this browser's clock. Does not use `Intl`, whose first use takes 170 ms on a slow phone. */
export function browserClock(instant: Date | string) {
  const date = new Date(instant)
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())]
  return { isoDay: day.join('-'), clock: `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` }
}

/**
 * Whether a profile can store the zone. Neither 'UTC', which browsers report that hide their zone, nor an offset such as '+03:00' can be
 * stored.
 */
export const isStorableZone = (zone: string) => zone.includes('/')

const known = new Map<string, boolean>()

/** Whether this browser knows the zone. The database may know newer ones. */
export function isKnownZone(zone: string) {
  const isKnown = known.get(zone) ?? canFormat(zone)
  known.set(zone, isKnown)
  return isKnown
}

function canFormat(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Every zone that this browser knows. Empty in browsers too old to list them. */
export const allZones = () =>
  (Intl.supportedValuesOf?.('timeZone') ?? []).filter((zone) => isStorableZone(zone) && !zone.startsWith('Etc/'))

/** 'Paris (UTC+1)'. */
export function zoneLabel(zone: string, language: Language, at?: Date | string) {
  const city = cityOf(zone, language)
  if (city.startsWith('UTC') || !isKnownZone(zone)) return city
  const offset = offsetOf(zone, at)
  // Isolated, so that it stays left-to-right inside Arabic text.
  return `${city} (${language === 'ar' ? `\u2066${offset}\u2069` : offset})`
}

/**
 * Other names by which a zone can be found: 'Central European Time', 'France Time'. None in Azerbaijani, for which Chromium would use
 * English.
 */
export function zoneNames(zone: string, language: Language) {
  if (language === 'az') return []
  return (['longGeneric', 'shortGeneric'] as const).map((timeZoneName) => {
    const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, timeZoneName }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  })
}

/** Today in a zone: '2026-11-15'. */
export const todayIn = (zone: string, now = new Date()) => isoDay(now, zone)

/** The day an instant falls on in a zone. */
export const isoDay = (instant: Date | string, zone: string) => wallClock(instant, zone).isoDay

/** The instant at which a clock in the zone shows this day and time. */
export function instantOf(day: string, time: string, zone: string) {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (at: number) => Date.parse(`${isoDay(new Date(at), zone)}T${clockIn(new Date(at), zone)}:00Z`) - at
  // The offset at the guessed instant is the right one, unless the clocks change within these hours.
  const guess = wanted - offsetAt(wanted)
  return new Date(wanted - offsetAt(guess)).toISOString()
}

export function addDays(day: string, days: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The time in a zone: '14:00'. */
export const clockIn = (instant: Date | string, zone: string) => wallClock(instant, zone).clock

const offsetFormats = new Map<string, Intl.DateTimeFormat>()

/** The offset of a zone at an instant: 'UTC+3'. */
export function offsetOf(zone: string, at?: Date | string) {
  const format = offsetFormats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' })
  offsetFormats.set(zone, format)
  const parts = format.formatToParts(at ? new Date(at) : new Date())
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  // Firefox omits the zero.
  return offset === 'GMT' || offset === 'UTC' ? 'UTC+0' : offset.replace('GMT', 'UTC')
}

/** Whether two zones have the same time at an instant. */
export const isSameClock = (one: string, other: string, at?: Date | string) => offsetOf(one, at) === offsetOf(other, at)

const MONTH_MS = 30 * 86_400_000

/** Whether two zones have the same time throughout the coming year, as two names of one zone do. */
export function isSameClockForAYear(one: string, other: string, from = new Date()) {
  const months = Array.from({ length: 13 }, (_, month) => new Date(from.getTime() + month * MONTH_MS))
  return one === other || months.every((at) => isSameClock(one, other, at))
}
