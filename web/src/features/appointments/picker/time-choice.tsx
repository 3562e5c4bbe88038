// The free times of a day, twice: as the select field of the specification, and as a grid that shows all of them.
import { type Ref, useId } from 'react'
import { SelectField } from '../../../components/ui/field.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { clockIn } from '../../../lib/zones.ts'
import type { Slot } from './free-times.ts'
import { groupByPartOfDay, type PartOfDay } from './parts-of-day.ts'
import { moveInRadios } from './radio-keys.ts'

interface TimeChoiceProps {
  slots: Slot[]
  time: string | undefined
  /** The time on the patient's own clock, if it differs. */
  ownClock: (slot: Slot) => string | undefined
  onChoose: (time: string | undefined) => void
}

interface TimeListProps extends Omit<TimeChoiceProps, 'slots'> {
  day: string | undefined
  /** Undefined while they are loading, or if that failed. */
  slots?: Slot[]
  hasFailed: boolean
}

export function TimeList({ day, slots, hasFailed, time, ownClock, onChoose }: TimeListProps) {
  const { t } = useI18n()
  const waiting = waitingText(day, slots, hasFailed)
  const clocks = (slot: Slot) => {
    const own = ownClock(slot)
    return own ? `${own} (${t('booking.doctorsTime', { time: slot.appointment_time })})` : slot.appointment_time
  }
  return (
    <div aria-live="polite">
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
    </div>
  )
}

function waitingText(day: string | undefined, slots: Slot[] | undefined, hasFailed: boolean): TextKey | undefined {
  if (!day) return 'booking.chooseDate'
  if (!slots) return hasFailed ? 'booking.timesFailed' : 'booking.loadingTimes'
  return slots.length === 0 ? 'booking.noTimes' : undefined
}

interface TimeGridProps extends TimeChoiceProps {
  day: string
  /** The zone of the reader's clock. */
  ownZone: string
  legendRef: Ref<HTMLLegendElement>
}

/** All free times as buttons, by part of the reader's day. */
export function TimeGrid({ day, slots, time, ownZone, ownClock, onChoose, legendRef }: TimeGridProps) {
  const { t, language } = useI18n()
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend ref={legendRef} tabIndex={-1} className="mb-2 text-sm text-muted outline-none">
        {t(slots.some(ownClock) ? 'booking.timesOfDayBoth' : 'booking.timesOfDay', { day: formatDay(day, language, 'short') })}
      </legend>
      <div className="grid gap-4">
        {groupByPartOfDay(slots, ({ starts_at }) => clockIn(starts_at, ownZone)).map(({ part, slots: together }) => (
          <div key={together[0]?.appointment_time} className="grid gap-2">
            <p className="text-sm font-medium">{t(PARTS[part])}</p>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
              {together.map((slot) => (
                <TimeOption
                  key={slot.appointment_time}
                  name={name}
                  slot={slot}
                  own={ownClock(slot)}
                  isChosen={slot.appointment_time === time}
                  onChoose={() => onChoose(slot.appointment_time)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </fieldset>
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
  slot: Slot
  /** The time on the reader's clock, if it differs. */
  own: string | undefined
  isChosen: boolean
  onChoose: () => void
}

function TimeOption({ name, slot, own, isChosen, onChoose }: TimeOptionProps) {
  const { t } = useI18n()
  return (
    <label className={chip(isChosen)}>
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        onKeyDown={(event) => moveInRadios(event)}
        className="sr-only"
      />
      <bdi className="font-medium tabular-nums">{own ?? slot.appointment_time}</bdi>
      {own && (
        <>
          <span className="sr-only">{t('booking.doctorsTime', { time: slot.appointment_time })}</span>
          <bdi aria-hidden="true" className={classes('text-sm tabular-nums', !isChosen && 'text-muted')}>
            {slot.appointment_time}
          </bdi>
        </>
      )}
    </label>
  )
}

const chip = (isChosen: boolean) =>
  classes(
    'relative grid min-h-11 cursor-pointer content-center justify-items-center rounded-box border px-2 py-1.5 text-center leading-snug transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
    isChosen ? 'border-action bg-action text-on-action' : 'border-line bg-surface hover:border-action',
  )
