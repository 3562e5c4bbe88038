// The reader's coming days, a week at a time, with how many times are free on each.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay, weekdayName, weekdayOf } from '../../../../lib/time/dates.ts'
import { relativeDay } from '../../../../lib/time/day-name.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import type { PickerDoctor } from './free-times.ts'
import { WeekStripSkeleton } from './picker-skeleton.tsx'
import { isDeliberate, moveInRadios } from './radio-keys.ts'
import { useDayCounts, useFirstFreeDay } from './use-free-days.ts'
import { daysOfWeek, WEEKS, weekOf } from './weeks.ts'

interface WeekStripProps {
  doctor: PickerDoctor
  ownZone: string
  day: string | undefined
  onChoose: (day: string) => void
  /** A click, the space bar or Enter on a day leads on to its times; the arrow keys do not. */
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
  // Loads the times of the week that is shown too, before one of its days is chosen.
  const { countOf, isPending, isError } = useDayCounts(doctor, ownZone, days)
  const { day: first, isPending: isFirstPending } = useFirstFreeDay(doctor, ownZone)
  if (isPending) return <WeekStripSkeleton />
  if (isError) return <p className="text-sm text-muted">{t('booking.daysFailed')}</p>

  const turnTo = (next: number) => {
    if (next < 0 || next >= WEEKS) return
    setTurnedTo(next)
    // The button cannot be pressed any more, so the focus goes on into the days.
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
      <div
        ref={group}
        className="grid grid-cols-[repeat(auto-fill,minmax(max(2.3em,12.6%),1fr))] gap-0.5 max-[20rem]:grid-cols-3 sm:grid-cols-7 sm:gap-2"
      >
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

/** The chosen day, or the first one if the chosen day is in another week. */
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
  /** 'Today' or 'Tomorrow' instead of the weekday. */
  title: string | undefined
  /** How many times are free, if that is known. A day without any can be chosen too, and says when the next one is. */
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
  onPick: () => void
}

function DayOption({ name, day, title, count, isChosen, onChoose, onPick }: DayOptionProps) {
  const { t, language } = useI18n()
  const full = formatDay(day, language)
  const weekday = weekdayName(weekdayOf(day), language, 'short')
  // Arabic has no short names, but calendars in it have a letter for each day.
  const onPhones = language === 'ar' ? weekdayName(weekdayOf(day), language, 'narrow') : weekday
  return (
    <label
      className={classes(
        '@container relative grid min-h-16 min-w-0 cursor-pointer content-center justify-items-center gap-0.5 rounded-box border py-1.5 text-center transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
        isChosen && 'border-action bg-action text-on-action',
        !isChosen &&
          (count !== 0 ? 'border-control bg-surface hover:border-action' : 'border-transparent bg-line/40 text-muted hover:border-action'),
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        aria-label={count === undefined ? full : t(count ? 'booking.dayFree' : 'booking.dayFull', { day: full, count })}
        onChange={onChoose}
        onClick={(event) => isDeliberate(event) && onPick()}
        onKeyDown={(event) => moveInRadios(event, onPick)}
        className="sr-only"
      />
      <span aria-hidden="true" className="max-w-full overflow-hidden whitespace-nowrap text-xs sm:text-sm">
        {/* On a phone 'Tomorrow' does not fit. */}
        <span className="sm:hidden">{onPhones}</span>
        <span className="max-sm:hidden">{title ?? weekday}</span>
      </span>
      <span aria-hidden="true" className="text-lg font-medium leading-tight tabular-nums">
        {Number(day.slice(8))}
      </span>
      <span
        aria-hidden="true"
        className={classes('max-w-full overflow-hidden whitespace-nowrap text-xs', !isChosen && (count ? 'text-good' : 'text-muted'))}
      >
        {count === undefined ? (
          '\u00A0'
        ) : count === 0 ? (
          t('booking.noneShort')
        ) : (
          <>
            <span className="@max-[4.5em]:hidden">{t('booking.free', { count })}</span>
            <span className="@min-[4.5em]:hidden">{t('booking.freeShort')}</span>
          </>
        )}
      </span>
    </label>
  )
}
