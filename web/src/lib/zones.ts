// Time zones: what they are called, and what a clock shows in them.
import { cityOf } from '../../../supabase/functions/_shared/cities.ts'
import { wallClock } from './dates.ts'
import { type Language, localeOf } from './languages.ts'

export { cityOf } from '../../../supabase/functions/_shared/cities.ts'
export { OFFERED_ZONES } from '../../../supabase/functions/_shared/rules.ts'

export const DEFAULT_ZONE = 'Europe/Istanbul'

/** The zone of this browser. One that hides its zone, or runs on a server's clock, counts in UTC. */
export function browserZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return !zone || /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu|Unknown)$/.test(zone) ? 'UTC' : zone
}

/** A zone that a profile can keep; not 'UTC', which a browser says that hides where it is, and not a bare '+03:00'. */
export const isStorableZone = (zone: string) => zone.includes('/')

const known = new Map<string, boolean>()

/** Whether this browser knows the zone. The database may be newer. */
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

/** Every zone this browser knows; none in a browser that is too old to say. */
export const allZones = () =>
  (Intl.supportedValuesOf?.('timeZone') ?? []).filter((zone) => isStorableZone(zone) && !zone.startsWith('Etc/'))

/** 'Paris (UTC+1)'. */
export function zoneLabel(zone: string, language: Language, at?: Date | string) {
  const city = cityOf(zone, language)
  if (city.startsWith('UTC') || !isKnownZone(zone)) return city
  const offset = offsetOf(zone, at)
  // Kept together and left to right inside Arabic text.
  return `${city} (${language === 'ar' ? `\u2066${offset}\u2069` : offset})`
}

/** 'Central European Time', 'France Time': other names to find a zone by. None in Azerbaijani, which Chromium would give in English. */
export function zoneNames(zone: string, language: Language) {
  if (language === 'az') return []
  return (['longGeneric', 'shortGeneric'] as const).map((timeZoneName) => {
    const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone: zone, timeZoneName }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  })
}

/** '2026-11-15': today where the zone is. */
export const todayIn = (zone: string, now = new Date()) => isoDay(now, zone)

/** The day an instant falls on in a zone. */
export const isoDay = (instant: Date | string, zone: string) => wallClock(instant, zone).isoDay

export function addDays(day: string, days: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** '14:00' in that zone. */
export const clockIn = (instant: Date | string, zone: string) => wallClock(instant, zone).clock

/** 'UTC+3', as it is at that moment. */
export function offsetOf(zone: string, at?: Date | string) {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at ? new Date(at) : new Date(),
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  // Firefox writes no zero.
  return offset === 'GMT' || offset === 'UTC' ? 'UTC+0' : offset.replace('GMT', 'UTC')
}

/** Whether two zones show the same clock at that moment. */
export const isSameClock = (one: string, other: string, at?: Date | string) => offsetOf(one, at) === offsetOf(other, at)

const MONTH_MS = 30 * 86_400_000

/** Whether two zones show the same clock for the coming year, as two names of one zone do. */
export function isSameClockForAYear(one: string, other: string, from = new Date()) {
  const months = Array.from({ length: 13 }, (_, month) => new Date(from.getTime() + month * MONTH_MS))
  return one === other || months.every((at) => isSameClock(one, other, at))
}

/** What one's own clock shows at a moment, with the day where that differs too; undefined where both clocks show the same. */
export function ownClock(instant: string, zone: string, ownZone: string, nameDay: (day: string) => string) {
  const own = clockIn(instant, ownZone)
  const ownDay = isoDay(instant, ownZone)
  if (ownDay !== isoDay(instant, zone)) return `${nameDay(ownDay)} ${own}`
  return own === clockIn(instant, zone) ? undefined : own
}
