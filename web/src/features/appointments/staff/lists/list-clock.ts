// A list shows times in the doctors' time zones. If these differ from the reader's, the list names the zone once or in each row.
import { isSameClockForAYear } from '../../../../lib/time/zones.ts'

/** The common time zone of all rows, or 'mixed'. Undefined if all rows have the same time as the reader. */
export function listClock(rows: { timezone: string }[], ownZone: string | undefined): string | undefined {
  const zones = [...new Set(rows.map(({ timezone }) => timezone))]
  if (!ownZone || zones.every((zone) => zone === ownZone || isSameClockForAYear(zone, ownZone))) return undefined
  return zones.length === 1 ? zones[0] : 'mixed'
}
