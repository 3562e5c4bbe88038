import type { TextKey } from '../../../../lib/i18n.tsx'

const MINUTE_MS = 60_000
const HOUR = 60

/** The time until an appointment of the same day, with minutes rounded up. */
export function timeUntil(startsAt: string, now: Date): { key: TextKey; values: Record<string, number> } {
  const minutes = Math.ceil((Date.parse(startsAt) - now.getTime()) / MINUTE_MS)
  if (minutes <= 0) return { key: 'next.now', values: {} }
  if (minutes < HOUR) return { key: 'next.inMinutes', values: { minutes } }
  const hours = Math.floor(minutes / HOUR)
  if (minutes % HOUR === 0) return { key: 'next.inFullHours', values: { hours } }
  return { key: 'next.inHours', values: { hours, minutes: minutes % HOUR } }
}
