// All free times of a day as buttons, by part of the reader's day.
import { useId } from 'react'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { listOf } from '../../../lib/languages.ts'
import { clockIn, isoDay } from '../../../lib/zones.ts'
import type { Slot } from './free-times.ts'
import { groupByPartOfDay, type PartOfDay } from './parts-of-day.ts'
import { moveInRadios } from './radio-keys.ts'
import type { ShownSlot } from './taken-times.ts'

interface TimeGridProps {
  /** The doctor's. */
  day: string
  slots: ShownSlot[]
  time: string | undefined
  /** The zone of the reader's clock. */
  ownZone: string
  /** The time on the reader's clock, if it differs. */
  ownClock: (slot: Slot) => string | undefined
  onChoose: (time: string) => void
}

export function TimeGrid({ day, slots, time, ownZone, ownClock, onChoose }: TimeGridProps) {
  const { t, language } = useI18n()
  const name = useId()
  // No part of the day contains a midnight, so that the label can name the reader's day once for all of its times.
  const otherDay = ([first]: Slot[]) => {
    const own = first ? isoDay(first.starts_at, ownZone) : day
    return own === day ? '' : ` · ${formatDay(own, language, 'short')}`
  }
  return (
    <div className="grid gap-3">
      {groupByPartOfDay(slots, ({ starts_at }) => clockIn(starts_at, ownZone)).map(({ part, slots: together }) => (
        <div key={together[0]?.starts_at} className="grid gap-1.5">
          <p className="text-sm text-muted">
            {t(PARTS[part])}
            <span className="font-medium text-ink">{otherDay(together)}</span>
          </p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
            {together.map((slot) => (
              <TimeOption
                key={slot.starts_at}
                name={name}
                slot={slot}
                own={ownClock(slot)}
                clock={clockIn(slot.starts_at, ownZone)}
                isChosen={!slot.isTaken && slot.appointment_time === time}
                onChoose={() => onChoose(slot.appointment_time)}
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
  /** The time on the reader's clock, if it differs; with the day if that differs too. */
  own: string | undefined
  /** The time on the reader's clock alone. */
  clock: string
  isChosen: boolean
  onChoose: () => void
}

function TimeOption({ name, slot, own, clock, isChosen, onChoose }: TimeOptionProps) {
  const { t, language } = useI18n()
  const words = [
    own ?? slot.appointment_time,
    own && t('booking.doctorsTime', { time: slot.appointment_time }),
    slot.isTaken && t('booking.takenWord'),
  ]
  return (
    <label className={chip(isChosen, slot.isTaken)}>
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
      <bdi dir="ltr" className="font-medium tabular-nums">
        {clock}
      </bdi>
      {own && (
        <bdi dir="ltr" className={classes('text-sm tabular-nums', !isChosen && 'text-muted')}>
          {slot.appointment_time}
        </bdi>
      )}
    </label>
  )
}

const chip = (isChosen: boolean, isTaken: boolean) =>
  classes(
    'relative grid min-h-11 content-center justify-items-center rounded-box border px-2 py-1.5 text-center leading-snug transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
    isTaken ? 'cursor-not-allowed border-dashed border-line text-muted line-through' : 'cursor-pointer',
    isChosen && 'border-action bg-action text-on-action',
    !isChosen && !isTaken && 'border-control bg-surface hover:border-action',
  )
