// A day of the strip, with a dot below if it has free slots. The chosen day has the shape of a doorway.
import { choiceLook } from '../../../../components/ui/choice.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay, weekdayName, weekdayOf } from '../../../../lib/time/dates.ts'
import { isDeliberate, moveInRadios } from './radio-keys.ts'

interface DayOptionProps {
  name: string
  day: string
  /** 'Today' or 'Tomorrow' instead of the weekday. */
  title: string | undefined
  /** The number of free slots, if known. A full day can be chosen too, and then names the next free day. */
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
  onPick: () => void
}

/** A longer word does not fit into the width of a day. */
const MAX_TITLE_LENGTH = 6

export function DayOption({ name, day, title, count, isChosen, onChoose, onPick }: DayOptionProps) {
  const { t, language } = useI18n()
  const full = formatDay(day, language)
  const weekday = weekdayName(weekdayOf(day), language, 'short')
  // Arabic has no short weekday names, so phones show the single letters that Arabic calendars use.
  const onPhones = language === 'ar' ? weekdayName(weekdayOf(day), language, 'narrow') : weekday
  const isFull = count === 0
  return (
    <label
      className={classes(
        'grid min-h-15 w-full min-w-0 content-center justify-items-center gap-0.5 pt-2 pb-1.5 text-center',
        choiceLook(isChosen),
        isChosen ? 'rounded-t-[1.5em] rounded-b-choice sm:rounded-t-[2.5em]' : 'rounded-choice',
        isFull && !isChosen && 'not-hover:bg-transparent! not-hover:text-muted!',
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
      <span aria-hidden="true" className="max-w-full overflow-hidden whitespace-nowrap text-xs leading-4">
        {/* 'Tomorrow' does not fit on a phone. */}
        <span className="sm:hidden">{onPhones}</span>
        <span className="max-sm:hidden">{title && title.length <= MAX_TITLE_LENGTH ? title : weekday}</span>
      </span>
      <span aria-hidden="true" className="text-lg font-semibold leading-tight tabular-nums">
        {Number(day.slice(8))}
      </span>
      <span
        aria-hidden="true"
        data-free={count ? '' : undefined}
        className={classes('size-1.5 rounded-full', Boolean(count) && (isChosen ? 'bg-current' : 'bg-good'))}
      />
    </label>
  )
}
