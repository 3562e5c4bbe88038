// A weekday on a narrow screen: one line with its hours, which unfolds the fields below it.
import { AlertTriangle, ChevronDown } from 'lucide-react'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type Day, rangeOf } from './week.ts'

/** The same text as in an empty field. */
const EMPTY = '--:--'

interface DaySummaryProps {
  name: string
  day: Day
  isChanged: boolean
  hasFault: boolean
  /** Whether a consultation fits into the hours. */
  hasRoom: boolean
  isOpen: boolean
  panelId: string
  onToggle: () => void
}

export function DaySummary({ name, day, isChanged, hasFault, hasRoom, isOpen, panelId, onToggle }: DaySummaryProps) {
  const { t } = useI18n()
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
      className="-me-2 flex min-h-11 min-w-0 items-center gap-3 rounded-box py-1.5 pe-2 text-start hover:text-action lg:hidden"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classes('flex flex-wrap items-center justify-between gap-x-3', !day.isAvailable && 'text-muted')}>
          <span className="flex-1 basis-[6.5em] font-medium">{name}</span>{' '}
          <span className="ms-auto grid shrink-0 justify-items-end text-sm tabular-nums">
            {day.isAvailable
              ? day.windows.map(({ start, end }, index) => (
                  <bdi key={`${name} ${index + 1}`} dir="ltr">
                    {rangeOf({ start: start || EMPTY, end: end || EMPTY })}{' '}
                  </bdi>
                ))
              : t('hours.closed')}
          </span>
        </span>{' '}
        <span className="flex flex-wrap gap-x-3 text-sm empty:hidden">
          {hasFault ? (
            <span className="flex items-center gap-1.5 text-danger">
              <AlertTriangle aria-hidden="true" className="size-4 shrink-0" />
              {t('hours.check')}{' '}
            </span>
          ) : (
            !hasRoom && <span className="text-wait">{t('hours.nothingFits')} </span>
          )}
          {isChanged && <span className="text-wait">{t('hours.changed')}</span>}
        </span>
      </span>
      <ChevronDown
        aria-hidden="true"
        className={classes('size-5 shrink-0 text-brass transition-transform duration-200 ease-calm', isOpen && 'rotate-180')}
      />
    </button>
  )
}
