import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { ownClock } from '../../../lib/zones.ts'
import type { Slot } from './free-times.ts'

/** A slot's time on the reader's own clock; undefined if that is the same as the doctor's. */
export function useOwnClock(zone: string, ownZone: string) {
  const { language } = useI18n()
  return ({ starts_at }: Slot) => ownClock(starts_at, zone, ownZone, (day) => formatDay(day, language, 'short'))
}
