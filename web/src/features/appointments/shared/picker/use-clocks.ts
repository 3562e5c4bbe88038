import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { clockIn } from '../../../../lib/time/zones.ts'
import type { Slot } from './free-times.ts'
import { ownDayOf } from './own-days.ts'

export interface SlotClocks {
  /** The time on the reader's clock. */
  own: string
  /** On the doctor's, with the day if that is another one. Undefined if both clocks show the same. */
  doctors: string | undefined
}

/** The two clocks of a time in the picker, whose days are the reader's. */
export function useClocks(ownZone: string) {
  const { language } = useI18n()
  return (slot: Slot): SlotClocks => {
    const { appointment_date: date, appointment_time: time } = slot
    const own = clockIn(slot.starts_at, ownZone)
    if (ownDayOf(slot, ownZone) !== date) return { own, doctors: `${formatDay(date, language, 'short')} ${time}` }
    return { own, doctors: own === time ? undefined : time }
  }
}
