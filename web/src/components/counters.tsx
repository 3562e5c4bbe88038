import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { formatNumber } from '../lib/numbers.ts'
import { Skeleton } from './ui/skeleton.tsx'

interface Counter {
  title: string
  /** Undefined while it is being loaded. */
  value: number | undefined
}

/** A slim row of figures with labels. Beside something else, two by two. */
export function Counters({ label, counters, isBeside = false }: { label: string; counters: Counter[]; isBeside?: boolean }) {
  const { language } = useI18n()
  return (
    <dl
      aria-label={label}
      className={classes(
        'grid rounded-box border border-line bg-surface',
        isBeside
          ? 'grid-cols-[minmax(0,auto)_minmax(0,auto)] content-center py-2'
          : 'auto-cols-fr grid-flow-col divide-x divide-line min-[22.5rem]:auto-cols-[minmax(min-content,1fr)]',
      )}
    >
      {counters.map(({ title, value }) => (
        <div
          key={title}
          className={classes(
            'flex',
            isBeside
              ? 'flex-row-reverse items-baseline justify-end gap-x-2 px-4 py-1 sm:ps-6 sm:pe-3'
              : 'min-w-0 flex-col-reverse justify-end px-1.5 py-2 sm:px-3.5',
          )}
        >
          <dt className={classes('min-w-0 text-muted hyphens-auto', isBeside ? 'text-sm leading-5' : 'text-xs leading-4')}>{title}</dt>
          <dd
            className={classes(
              'relative min-w-6 shrink-0 font-semibold',
              isBeside ? 'text-2xl tabular-nums' : 'text-lg leading-6 tabular-nums sm:text-xl sm:leading-6',
            )}
          >
            {/* The placeholder keeps the line of a figure, so that nothing below moves when the figure comes. */}
            {value === undefined ? (
              <>
                <span className="invisible leading-none">0</span>
                <Skeleton className="absolute inset-0" />
              </>
            ) : (
              formatNumber(value, language)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
