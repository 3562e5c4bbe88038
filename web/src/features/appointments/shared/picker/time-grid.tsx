// All free slots of a day as radio buttons, grouped by part of the reader's day.
import { useId } from 'react'
import { ChipClocks, timeChip } from '../../../../components/ui/time-chip.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { listOf } from '../../../../lib/languages.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import type { PickerDoctor, Slot } from './free-times.ts'
import { isSameTime } from './own-days.ts'
import { groupByPartOfDay, type PartOfDay } from './parts-of-day.ts'
import { moveInRadios } from './radio-keys.ts'
import type { ShownSlot } from './taken-times.ts'
import type { SlotClocks } from './use-clocks.ts'

interface TimeGridProps {
  /** The day in the reader's time zone. */
  day: string
  doctor: Pick<PickerDoctor, 'timezone'>
  slots: ShownSlot[]
  /** The chosen slot. */
  chosen: Slot | undefined
  clocksOf: (slot: Slot) => SlotClocks
  onChoose: (slot: Slot) => void
}

export function TimeGrid({ day, doctor, slots, chosen, clocksOf, onChoose }: TimeGridProps) {
  const { t, language } = useI18n()
  const name = useId()
  // Names the doctor's day once for all slots below, if it differs.
  const otherDay = (doctorsDay: string) =>
    doctorsDay !== day && ` · ${cityOf(doctor.timezone, language)}${t('text.colon')} ${formatDay(doctorsDay, language, 'short')}`
  return (
    <div className="grid gap-3">
      {groupByPartOfDay(slots, (slot) => clocksOf(slot).own).map(({ part, doctorsDay, slots: together }) => (
        <div key={together[0]?.starts_at} className="grid gap-1.5">
          <p className="text-sm text-muted">
            {t(PARTS[part])}
            {otherDay(doctorsDay)}
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4em,1fr))] gap-1.5 sm:grid-cols-[repeat(auto-fill,minmax(4.75em,1fr))] sm:gap-2">
            {together.map((slot) => (
              <TimeOption
                key={slot.starts_at}
                name={name}
                slot={slot}
                clocks={clocksOf(slot)}
                isChosen={!slot.isTaken && isSameTime(slot, chosen)}
                onChoose={() => onChoose(slot)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const PARTS: Record<PartOfDay, TextKey> = {
  night: 'booking.partNight',
  morning: 'booking.partMorning',
  afternoon: 'booking.partAfternoon',
  evening: 'booking.partEvening',
}

interface TimeOptionProps {
  name: string
  slot: ShownSlot
  clocks: SlotClocks
  isChosen: boolean
  onChoose: () => void
}

function TimeOption({ name, slot, clocks: { own, doctors }, isChosen, onChoose }: TimeOptionProps) {
  const { t, language } = useI18n()
  const words = [own, doctors && t('booking.doctorsTime', { time: doctors }), slot.isTaken && t('booking.takenWord')]
  return (
    <label className={timeChip({ isChosen, isTaken: slot.isTaken })}>
      <input
        type="radio"
        name={name}
        data-start={slot.starts_at}
        checked={isChosen}
        aria-disabled={slot.isTaken}
        aria-label={listOf(words, language)}
        onChange={() => !slot.isTaken && onChoose()}
        onKeyDown={(event) => moveInRadios(event)}
        className="sr-only"
      />
      <ChipClocks own={own} doctors={doctors && <bdi dir="ltr">{slot.appointment_time}</bdi>} isChosen={isChosen} />
    </label>
  )
}
