// The ten time zones that are offered, and what a clock shows in them.
import { wallClock } from './dates.ts'
import type { TextKey } from './i18n.tsx'

export const DEFAULT_ZONE = 'Europe/Istanbul'

/** Each with the name of its city. */
export const ZONES: Record<string, TextKey> = {
  'Europe/Istanbul': 'zone.istanbul',
  'Asia/Baku': 'zone.baku',
  'Europe/Moscow': 'zone.moscow',
  'Asia/Dubai': 'zone.dubai',
  'Europe/Berlin': 'zone.berlin',
  'Europe/London': 'zone.london',
  'America/New_York': 'zone.newYork',
  'Asia/Tehran': 'zone.tehran',
  'Asia/Ashgabat': 'zone.ashgabat',
  'Asia/Tashkent': 'zone.tashkent',
}

export const isOfferedZone = (zone: string) => zone in ZONES

/** The zone of this browser. One that hides its zone, or runs on a server's clock, counts in UTC. */
export function browserZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return !zone || /^(Etc\/)?(UTC|UCT|GMT|Greenwich|Universal|Zulu|Unknown)$/.test(zone) ? 'UTC' : zone
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

/** What one's own clock shows at a moment, with the day where that differs too; undefined where both clocks show the same. */
export function ownClock(instant: string, zone: string, ownZone: string, nameDay: (day: string) => string) {
  const own = clockIn(instant, ownZone)
  const ownDay = isoDay(instant, ownZone)
  if (ownDay !== isoDay(instant, zone)) return `${nameDay(ownDay)} ${own}`
  return own === clockIn(instant, zone) ? undefined : own
}
