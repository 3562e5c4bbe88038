// The free times of a day, twice: as the select field of the specification, and as a grid that shows all of them.
import { useId } from 'react'
import { SelectField } from '../../../components/ui/field.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Slot } from './free-times.ts'

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

export function TimeGrid({ day, slots, time, ownClock, onChoose }: TimeChoiceProps & { day: string }) {
  const { t, language } = useI18n()
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-muted">
        {t(slots.some(ownClock) ? 'booking.timesOfDayBoth' : 'booking.timesOfDay', { day: formatDay(day, language, 'short') })}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {slots.map((slot) => {
          const isChosen = slot.appointment_time === time
          const own = ownClock(slot)
          return (
            <label key={slot.appointment_time} className={chip(isChosen)}>
              <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(slot.appointment_time)} className="sr-only" />
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
        })}
      </div>
    </fieldset>
  )
}

const chip = (isChosen: boolean) =>
  classes(
    'relative grid min-h-11 cursor-pointer content-center justify-items-center rounded-box border px-2 py-1.5 text-center leading-snug transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
    isChosen ? 'border-action bg-action text-on-action' : 'border-line bg-surface hover:border-action',
  )
