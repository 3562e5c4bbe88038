import type { TextKey } from '../../../../lib/i18n.tsx'

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** Whether a request has waited for a day or longer. */
export const isOverdue = (createdAt: string, now: Date) => now.getTime() - Date.parse(createdAt) >= DAY * MINUTE_MS

/** How long ago a request came in. */
export function arrivedAgo(createdAt: string, now: Date): { key: TextKey; values: Record<string, number> } {
  const minutes = Math.floor((now.getTime() - Date.parse(createdAt)) / MINUTE_MS)
  if (minutes < 1) return { key: 'row.arrivedNow', values: {} }
  if (minutes < HOUR) return { key: 'row.arrivedMinutes', values: { count: minutes } }
  if (minutes < DAY) return { key: 'row.arrivedHours', values: { count: Math.floor(minutes / HOUR) } }
  return { key: 'row.arrivedDays', values: { count: Math.floor(minutes / DAY) } }
}
