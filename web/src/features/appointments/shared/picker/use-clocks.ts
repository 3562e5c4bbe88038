import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { clockIn } from '../../../../lib/time/zones.ts'
import type { Slot } from './free-times.ts'
import { ownDayOf } from './own-days.ts'

export interface SlotClocks {
  /** The time in the reader's time zone. */
  own: string
  /** The time in the doctor's time zone, with the day if it differs. Undefined if both have the same time. */
  doctors: string | undefined
}

/** Returns a slot's time in both time zones. The picker's days are the reader's. */
export function useClocks(ownZone: string) {
  const { language } = useI18n()
  return (slot: Slot): SlotClocks => {
    const { appointment_date: date, appointment_time: time } = slot
    const own = clockIn(slot.starts_at, ownZone)
    if (ownDayOf(slot, ownZone) !== date) return { own, doctors: `${formatDay(date, language, 'short')} ${time}` }
    return { own, doctors: own === time ? undefined : time }
  }
}
