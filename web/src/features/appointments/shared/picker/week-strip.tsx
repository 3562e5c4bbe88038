// The reader's coming days, a week at a time, with the number of free slots on each.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { relativeDay } from '../../../../lib/time/day-name.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import { DayOption } from './day-option.tsx'
import type { PickerDoctor } from './free-times.ts'
import { DAYS_GRID, WeekStripSkeleton } from './picker-skeleton.tsx'
import { useDayCounts, useFirstFreeDay } from './use-free-days.ts'
import { daysOfWeek, WEEKS, weekOf } from './weeks.ts'

interface WeekStripProps {
  doctor: PickerDoctor
  ownZone: string
  day: string | undefined
  onChoose: (day: string) => void
  /** Called for a click, the space bar or Enter on a day, which lead on to its slots. Arrow keys do not. */
  onPick: () => void
  ref: Ref<HTMLFieldSetElement>
}

export function WeekStrip({ doctor, ownZone, day, onChoose, onPick, ref }: WeekStripProps) {
  const { t, language } = useI18n()
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const today = todayIn(ownZone, useNow())
  const [turnedTo, setTurnedTo] = useState<number>()
  const weekOfDay = day ? weekOf(day, today) : 0
  const week = turnedTo ?? (weekOfDay >= 0 && weekOfDay < WEEKS ? weekOfDay : 0)
  const days = daysOfWeek(week, today)
  // Also loads the slots of the shown week, before one of its days is chosen.
  const { countOf, isPending, isError } = useDayCounts(doctor, ownZone, days)
  const { day: first, isPending: isFirstPending } = useFirstFreeDay(doctor, ownZone)
  if (isPending) return <WeekStripSkeleton />
  if (isError) return <p className="text-sm text-muted">{t('booking.daysFailed')}</p>

  const turnTo = (next: number) => {
    if (next < 0 || next >= WEEKS) return
    setTurnedTo(next)
    // The button is now inactive, so the focus moves to the days.
    if (next === 0 || next === WEEKS - 1) requestAnimationFrame(() => focusDay(group.current))
  }
  const range = `${formatDay(days[0] ?? today, language, 'dayMonth')} – ${formatDay(days.at(-1) ?? today, language, 'dayMonth')}`
  return (
    <fieldset ref={ref} className="min-w-0" aria-labelledby={`${id}-title`} aria-describedby={`${id}-first`}>
      <div className="mb-2 flex items-center justify-between gap-2 max-[20rem]:flex-wrap">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span id={`${id}-title`} className="font-medium">
            {t('booking.days')}
          </span>
          <span aria-live="polite" className="text-sm text-muted">
            <bdi>{range}</bdi>
          </span>
        </p>
        <div className="-me-2 flex shrink-0">
          <WeekButton icon={ChevronLeft} label={t('booking.weekBefore')} isPossible={week > 0} onClick={() => turnTo(week - 1)} />
          <WeekButton icon={ChevronRight} label={t('booking.weekAfter')} isPossible={week < WEEKS - 1} onClick={() => turnTo(week + 1)} />
        </div>
      </div>
      <p id={`${id}-first`} className="sr-only">
        {first ? t('booking.nextFree', { day: formatDay(first, language) }) : !isFirstPending && t('booking.noneFree')}
      </p>
      <div ref={group} className={DAYS_GRID}>
        {days.map((each) => (
          <DayOption
            key={each}
            name={id}
            day={each}
            title={relativeDay(each, today, t)}
            count={countOf(each)}
            isChosen={each === day}
            onPick={onPick}
            onChoose={() => {
              setTurnedTo(week)
              onChoose(each)
            }}
          />
        ))}
      </div>
      {!first && !isFirstPending && <p className="mt-3 text-sm text-muted">{t('booking.noneFree')}</p>}
    </fieldset>
  )
}

/** Focuses the chosen day, or the first one if the chosen day is in another week. */
export function focusDay(strip: HTMLElement | null) {
  const radio = strip?.querySelector<HTMLElement>('input:checked') ?? strip?.querySelector<HTMLElement>('input')
  radio?.focus()
}

interface WeekButtonProps {
  icon: typeof ChevronLeft
  label: string
  isPossible: boolean
  onClick: () => void
}

/** Uses `aria-disabled` at the ends, because `disabled` would lose the focus. */
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
