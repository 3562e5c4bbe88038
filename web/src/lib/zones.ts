// The ten time zones that are offered, and what a clock shows in them.
import type { TextKey } from './i18n.tsx'
import { type Language, localeOf } from './languages.ts'

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

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** '2026-11-15': today where the zone is. */
export const todayIn = (zone: string, now = new Date()) => isoDay(now, zone)

/** The day an instant falls on in a zone. */
export function isoDay(instant: Date | string, zone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(instant),
  )
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: string, days: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** '14:00' in that zone. */
export const clockIn = (instant: Date | string, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))

/** 'UTC+3', as it is at that moment. */
export function offsetOf(zone: string, at?: Date | string) {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    at ? new Date(at) : new Date(),
  )
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC')
}

/** Whether two zones show the same clock at that moment. */
export const isSameClock = (one: string, other: string, at?: Date | string) => offsetOf(one, at) === offsetOf(other, at)

type DayStyle = 'full' | 'long' | 'short'

const DAY_STYLES: Record<DayStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
}

/** A calendar day ('2026-11-15') in words. */
export const formatDay = (day: string, language: Language, style: DayStyle = 'full') =>
  new Intl.DateTimeFormat(localeOf(language), { ...DAY_STYLES[style], timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** What one's own clock shows at a moment, with the day where that differs too; undefined where both clocks show the same. */
export function ownClock(instant: string, zone: string, ownZone: string, nameDay: (day: string) => string) {
  const own = clockIn(instant, ownZone)
  const ownDay = isoDay(instant, ownZone)
  if (ownDay !== isoDay(instant, zone)) return `${nameDay(ownDay)} ${own}`
  return own === clockIn(instant, zone) ? undefined : own
}
