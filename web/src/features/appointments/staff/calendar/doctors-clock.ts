// Staff always see the doctor's time. This is needed when a grid merges several time zones and its rows are in another one.

import type { TextKey, Values } from '../../../../lib/i18n.tsx'
import type { Language } from '../../../../lib/languages.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf, clockIn, isoDay, isSameClock } from '../../../../lib/time/zones.ts'

export interface DoctorsClock {
  /** Such as '09:00'. */
  from: string
  to: string
  city: string
  /** Both times, such as '09:00 (Baku) = 08:00 (Istanbul)', with the doctor's day if it differs. */
  both: string
}

interface I18n {
  t: (key: TextKey, values?: Values) => string
  language: Language
}

/** Undefined if the grid is in the doctor's time zone. */
export function doctorsClock(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  timezone: string,
  gridZone: string,
  { t, language }: I18n,
): DoctorsClock | undefined {
  if (isSameClock(timezone, gridZone, starts_at)) return undefined
  const named = (zone: string) => t('appointments.clock', { time: clockIn(starts_at, zone), city: cityOf(zone, language) })
  const day = isoDay(starts_at, timezone)
  const isSameDay = day === isoDay(starts_at, gridZone)
  return {
    from: clockIn(starts_at, timezone),
    to: clockIn(ends_at, timezone),
    city: cityOf(timezone, language),
    both: `${isSameDay ? '' : `${formatDay(day, language, 'short')} `}${named(timezone)} = ${named(gridZone)}`,
  }
}
