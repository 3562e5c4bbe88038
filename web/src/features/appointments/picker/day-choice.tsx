// A row with the coming days and how many times are free on each, and a date field for any other day.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { DateField } from '../../../components/ui/date-field.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay, weekdayName, weekdayOf } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { addDays, todayIn } from '../../../lib/zones.ts'
import { DAYS_AHEAD, freeDaysOf, type PickerDoctor } from './free-times.ts'

interface DayChoiceProps {
  doctor: PickerDoctor
  day: string | undefined
  onChoose: (day: string | undefined) => void
}

/** Any day, with the browser's own date field. */
export function AnyDay({ doctor, day, onChoose }: DayChoiceProps) {
  const { t } = useI18n()
  const today = todayIn(doctor.timezone, useNow())
  return (
    <DateField
      label={t('booking.date')}
      min={today}
      value={day ?? ''}
      required
      error={day && day < today ? t('booking.pastDate') : undefined}
      onChange={(event) => onChoose(event.target.value || undefined)}
    />
  )
}

export function ComingDays({ doctor, day, onChoose }: DayChoiceProps) {
  const { t, language } = useI18n()
  const group = useId()
  const today = todayIn(doctor.timezone, useNow())
  const { data, isPending, isError } = useQuery(freeDaysOf(doctor))
  if (isPending) return <Skeleton className="h-24" />
  if (isError) return <p className="text-sm text-muted">{t('booking.daysFailed')}</p>
  const free = new Map(data.map((each) => [each.day, each.free_slots]))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{t('booking.days')}</legend>
      {/* Firefox would make this scrolling box a tab stop of its own; the days inside can be reached without it. */}
      <div tabIndex={-1} className="flex snap-x gap-2 overflow-x-auto p-1 pb-3">
        {Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index)).map((each) => {
          const count = free.get(each) ?? 0
          return (
            <label
              key={each}
              className={classes(
                'relative grid min-w-19 shrink-0 snap-start justify-items-center gap-0.5 rounded-box border px-2 py-2 text-center transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
                each === day ? 'border-action bg-action text-on-action' : 'border-line bg-surface',
                count ? 'cursor-pointer hover:border-action' : 'text-muted',
              )}
            >
              <input
                type="radio"
                name={group}
                checked={each === day}
                disabled={!count}
                onChange={() => onChoose(each)}
                className="sr-only"
              />
              <span className="text-sm">{weekdayName(weekdayOf(each), language, 'short')}</span>
              <span className="whitespace-nowrap font-medium">{formatDay(each, language, 'dayMonth')}</span>
              <span className={classes('whitespace-nowrap text-sm', each !== day && (count ? 'text-good' : 'text-muted'))}>
                {count ? t('booking.free', { count }) : t('booking.full')}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
