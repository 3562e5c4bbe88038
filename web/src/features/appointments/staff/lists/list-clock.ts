// The times in a list are on the doctors' clocks. Where these differ from the reader's, the list says so once, or each row by itself.
import { isSameClockForAYear } from '../../../../lib/time/zones.ts'

/** The one zone of all rows, or 'mixed'. Undefined if every clock shows what the reader's does. */
export function listClock(rows: { timezone: string }[], ownZone: string | undefined): string | undefined {
  const zones = [...new Set(rows.map(({ timezone }) => timezone))]
  if (!ownZone || zones.every((zone) => zone === ownZone || isSameClockForAYear(zone, ownZone))) return undefined
  return zones.length === 1 ? zones[0] : 'mixed'
}
