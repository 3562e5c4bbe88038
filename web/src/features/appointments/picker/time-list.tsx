import { SelectField } from '../../../components/ui/select-field.tsx'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Slot } from './free-times.ts'

export interface TimeListProps {
  day: string | undefined
  /** Undefined while they are loading, or if that failed. */
  slots: Slot[] | undefined
  hasFailed: boolean
  time: string | undefined
  /** The time on the patient's own clock, if it differs. */
  ownClock: (slot: Slot) => string | undefined
  onChoose: (time: string | undefined) => void
}

/** The free times of a day as the select field of the specification. */
export function TimeList({ day, slots, hasFailed, time, ownClock, onChoose }: TimeListProps) {
  const { t } = useI18n()
  const waiting = waitingText(day, slots, hasFailed)
  const clocks = (slot: Slot) => {
    const own = ownClock(slot)
    return own ? `${own} (${t('booking.doctorsTime', { time: slot.appointment_time })})` : slot.appointment_time
  }
  return (
    <SelectField
      label={t('booking.time')}
      required
      disabled={waiting !== undefined}
      value={waiting ? '' : (time ?? '')}
      onChange={(event) => onChoose(event.target.value || undefined)}
    >
      <option value="">{t(waiting ?? 'booking.chooseTime')}</option>
      {slots?.map((slot) => (
        <option key={slot.appointment_time} value={slot.appointment_time}>
          {clocks(slot)}
        </option>
      ))}
    </SelectField>
  )
}

function waitingText(day: string | undefined, slots: Slot[] | undefined, hasFailed: boolean): TextKey | undefined {
  if (!day) return 'booking.chooseDate'
  if (!slots) return hasFailed ? 'booking.timesFailed' : 'booking.loadingTimes'
  return slots.length === 0 ? 'booking.noTimes' : undefined
}
