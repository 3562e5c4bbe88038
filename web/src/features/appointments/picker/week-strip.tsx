// The coming days, a week at a time, with how many times are free on each.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay, weekdayName, weekdayOf } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { addDays, todayIn } from '../../../lib/zones.ts'
import { DAYS_AHEAD, type PickerDoctor, useFreeDays } from './free-times.ts'
import { moveInRadios } from './radio-keys.ts'

const WEEK = 7
const WEEKS = DAYS_AHEAD / WEEK
const DAY_MS = 86_400_000

interface WeekStripProps {
  doctor: PickerDoctor
  day: string | undefined
  onChoose: (day: string) => void
  /** Enter on a day leads on to its times. */
  onEnter: () => void
}

export function WeekStrip({ doctor, day, onChoose, onEnter }: WeekStripProps) {
  const { t, language } = useI18n()
  const id = useId()
  const today = todayIn(doctor.timezone, useNow())
  const { data, isPending, isError } = useFreeDays(doctor)
  const [turnedTo, setTurnedTo] = useState<number>()
  if (isPending) return <Skeleton className="h-32" />
  if (isError) return <p className="text-sm text-muted">{t('booking.daysFailed')}</p>

  const weekOfDay = day ? Math.floor((Date.parse(day) - Date.parse(today)) / DAY_MS / WEEK) : 0
  const week = turnedTo ?? (weekOfDay >= 0 && weekOfDay < WEEKS ? weekOfDay : 0)
  const days = Array.from({ length: WEEK }, (_, index) => addDays(today, week * WEEK + index))
  const free = new Map(data.map((each) => [each.day, each.free_slots]))
  const [first] = data
  const range = `${formatDay(days[0] ?? today, language, 'dayMonth')} – ${formatDay(days[WEEK - 1] ?? today, language, 'dayMonth')}`
  return (
    <fieldset className="min-w-0" aria-labelledby={`${id}-title`} aria-describedby={`${id}-first`}>
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span id={`${id}-title`} className="font-medium">
            {t('booking.days')}
          </span>
          <span aria-live="polite" className="text-sm text-muted">
            {range}
          </span>
        </p>
        <div className="-me-2 flex shrink-0">
          <WeekButton
            icon={ChevronLeft}
            label={t('booking.weekBefore')}
            isPossible={week > 0}
            onClick={() => setTurnedTo(Math.max(0, week - 1))}
          />
          <WeekButton
            icon={ChevronRight}
            label={t('booking.weekAfter')}
            isPossible={week < WEEKS - 1}
            onClick={() => setTurnedTo(Math.min(WEEKS - 1, week + 1))}
          />
        </div>
      </div>
      <p id={`${id}-first`} className="sr-only">
        {first ? t('booking.nextFree', { day: formatDay(first.day, language) }) : t('booking.noneFree')}
      </p>
      <div className="grid grid-cols-7 gap-0.5 sm:gap-2">
        {days.map((each) => (
          <DayOption
            key={each}
            name={id}
            day={each}
            count={free.get(each) ?? 0}
            isChosen={each === day}
            onEnter={onEnter}
            onChoose={() => {
              setTurnedTo(week)
              onChoose(each)
            }}
          />
        ))}
      </div>
      {!first && <p className="mt-3 text-sm text-muted">{t('booking.noneFree')}</p>}
    </fieldset>
  )
}

interface WeekButtonProps {
  icon: typeof ChevronLeft
  label: string
  isPossible: boolean
  onClick: () => void
}

/** Not `disabled` at the end: the focus would be lost. */
function WeekButton({ icon: Icon, label, isPossible, onClick }: WeekButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!isPossible}
      className="grid size-11 place-content-center rounded-box transition-colors duration-150 ease-calm hover:bg-tint aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:opacity-60"
      onClick={onClick}
    >
      <Icon aria-hidden="true" className="mirrored size-5" />
    </button>
  )
}

interface DayOptionProps {
  name: string
  day: string
  /** How many times are free. */
  count: number
  isChosen: boolean
  onChoose: () => void
  onEnter: () => void
}

function DayOption({ name, day, count, isChosen, onChoose, onEnter }: DayOptionProps) {
  const { t, language } = useI18n()
  const full = formatDay(day, language)
  return (
    <label
      className={classes(
        'relative grid min-h-16 min-w-0 cursor-pointer content-center justify-items-center gap-0.5 rounded-box border py-1.5 text-center transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
        isChosen ? 'border-action bg-action text-on-action' : 'border-line bg-surface hover:border-action',
        !isChosen && !count && 'text-muted',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        aria-label={count ? t('booking.dayFree', { day: full, count }) : t('booking.dayFull', { day: full })}
        onChange={onChoose}
        onKeyDown={(event) => moveInRadios(event, onEnter)}
        className="sr-only"
      />
      <span aria-hidden="true" className="max-w-full overflow-hidden whitespace-nowrap text-[0.6875rem] sm:text-sm">
        {weekdayName(weekdayOf(day), language, 'short')}
      </span>
      <span aria-hidden="true" className="text-lg font-medium leading-tight tabular-nums">
        {Number(day.slice(8))}
      </span>
      <span
        aria-hidden="true"
        className={classes('max-w-full overflow-hidden whitespace-nowrap text-xs', !isChosen && (count ? 'text-good' : 'text-muted'))}
      >
        <span className="max-sm:hidden">{count ? t('booking.free', { count }) : t('booking.full')}</span>
        <span className="sm:hidden">{count || '–'}</span>
      </span>
    </label>
  )
}
