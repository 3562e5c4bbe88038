import { SelectField } from '../../../../components/ui/select-field.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import type { Slot } from './free-times.ts'
import type { SlotClocks } from './use-clocks.ts'

export interface TimeListProps {
  day: string | undefined
  /** Undefined while loading, or if loading failed. */
  slots: Slot[] | undefined
  hasFailed: boolean
  /** The chosen slot. */
  slot: Slot | undefined
  clocksOf: (slot: Slot) => SlotClocks
  onChoose: (slot: Slot | undefined) => void
}

/** The free slots of a day as the select field that the specification requires. */
export function TimeList({ day, slots, hasFailed, slot: chosen, clocksOf, onChoose }: TimeListProps) {
  const { t } = useI18n()
  const waiting = waitingText(day, slots, hasFailed)
  const clocks = (slot: Slot) => {
    const { own, doctors } = clocksOf(slot)
    return doctors ? `${own} (${t('booking.doctorsTime', { time: doctors })})` : own
  }
  return (
    <SelectField
      label={t('booking.time')}
      required
      disabled={waiting !== undefined}
      value={waiting ? '' : (chosen?.starts_at ?? '')}
      onChange={({ target }) => onChoose(slots?.find(({ starts_at }) => starts_at === target.value))}
    >
      <option value="">{t(waiting ?? 'booking.chooseTime')}</option>
      {slots?.map((slot) => (
        <option key={slot.starts_at} value={slot.starts_at}>
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
