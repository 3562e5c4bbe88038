// The days of the week on a phone, each with its number of appointments. The strip marks the shown day.
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { listOf } from '../../../../lib/languages.ts'
import { formatDay, weekdayName, weekdayOf } from '../../../../lib/time/dates.ts'

interface DayStripProps {
  days: string[]
  day: string
  today: string
  countOf: (day: string) => number
  onChoose: (day: string) => void
}

export function DayStrip({ days, day, today, countOf, onChoose }: DayStripProps) {
  const { t, language } = useI18n()
  return (
    <nav aria-label={t('calendar.days')} className="grid grid-cols-[repeat(auto-fill,minmax(max(2.1em,12.6%),1fr))] gap-1">
      {days.map((each) => {
        const count = countOf(each)
        return (
          <button
            key={each}
            type="button"
            aria-current={each === day ? 'date' : undefined}
            onClick={() => onChoose(each)}
            className={classes(
              'grid min-h-14 justify-items-center rounded-box py-1.5 text-sm leading-5',
              each === day ? 'bg-action text-on-action' : 'hover:bg-tint',
              each === today && each !== day && 'text-action',
            )}
          >
            <span className="sr-only">
              {listOf([formatDay(each, language), t('calendar.dayCount', { count }), each === today && t('calendar.dayToday')], language)}
            </span>
            <span aria-hidden="true" className="text-xs">
              {/* Arabic short names are whole words, too long for a seventh of a phone's width. */}
              {weekdayName(weekdayOf(each), language, language === 'ar' ? 'narrow' : 'short')}
            </span>
            <span aria-hidden="true" className="font-semibold tabular-nums">
              {Number(each.slice(8))}
            </span>
            <span aria-hidden="true" className={classes('size-1.5 rounded-full', count > 0 && 'bg-current')} />
          </button>
        )
      })}
    </nav>
  )
}
