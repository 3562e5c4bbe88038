// The day's free times: as the specified list, and all of them in sight.
import { useId } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { SelectField } from '../../components/ui/field.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { formatDay } from '../../lib/zones.ts'
import type { Slot } from './queries.ts'

interface TimeChoiceProps {
  day: string | undefined
  slots: Slot[] | undefined
  error: unknown
  time: string | undefined
  /** The patient's own clock, where it differs. */
  ownClock: (slot: Slot) => string | undefined
  onChoose: (time: string | undefined) => void
  onRetry: () => void
}

export function TimeChoice({ day, slots, error, time, ownClock, onChoose, onRetry }: TimeChoiceProps) {
  const { t } = useI18n()
  if (error) return <LoadFailed title={t('booking.timesFailed')} error={error} onRetry={onRetry} />
  const waiting: TextKey | undefined = !day
    ? 'booking.chooseDate'
    : !slots
      ? 'booking.loadingTimes'
      : slots.length === 0
        ? 'booking.noTimes'
        : undefined
  return (
    <div className="grid gap-4">
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
      {day && !slots && <Skeleton className="h-28" />}
      {day && slots && slots.length > 0 && <TimeGrid {...{ day, slots, time, ownClock, onChoose }} />}
    </div>
  )

  function clocks(slot: Slot) {
    const own = ownClock(slot)
    return own ? `${slot.appointment_time} (${t('booking.yourTime', { time: own })})` : slot.appointment_time
  }
}

type TimeGridProps = Pick<TimeChoiceProps, 'time' | 'ownClock' | 'onChoose'> & { day: string; slots: Slot[] }

function TimeGrid({ day, slots, time, ownClock, onChoose }: TimeGridProps) {
  const { t, language } = useI18n()
  const group = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-muted">{t('booking.timesOfDay', { day: formatDay(day, language, 'short') })}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {slots.map((slot) => {
          const isChosen = slot.appointment_time === time
          const own = ownClock(slot)
          return (
            <label key={slot.appointment_time} className={chip(isChosen)}>
              <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(slot.appointment_time)} className="sr-only" />
              <bdi dir="ltr" className="font-medium tabular-nums">
                {slot.appointment_time}
              </bdi>
              {own && <span className={classes('text-sm', !isChosen && 'text-muted')}>{t('booking.yourTime', { time: own })}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

const chip = (isChosen: boolean) =>
  classes(
    'grid min-h-11 cursor-pointer content-center justify-items-center rounded-box border px-2 py-1.5 text-center leading-snug transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
    isChosen ? 'border-action bg-action text-on-action' : 'border-line bg-surface hover:border-action',
  )
