import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { formatNumber } from '../lib/numbers.ts'
import { Skeleton } from './ui/skeleton.tsx'

interface Counter {
  title: string
  /** Undefined while it is being loaded. */
  value: number | undefined
}

/** A row of figures with labels. On phones, and beside something else, two by two in one box. */
export function Counters({ label, counters, isBeside = false }: { label: string; counters: Counter[]; isBeside?: boolean }) {
  const { language } = useI18n()
  return (
    <dl
      aria-label={label}
      className={classes(
        'grid grid-cols-[minmax(0,auto)_minmax(0,auto)] content-center rounded-box border border-line bg-surface py-2',
        !isBeside && 'sm:grid-cols-2 sm:gap-4 sm:border-0 sm:bg-transparent sm:py-0 lg:grid-cols-4',
      )}
    >
      {counters.map(({ title, value }) => (
        <div
          key={title}
          className={classes(
            'flex flex-row-reverse items-baseline justify-end gap-x-2 border-line px-4 py-1',
            isBeside ? 'sm:px-5' : 'sm:flex-col-reverse sm:items-start sm:rounded-box sm:border sm:bg-surface sm:px-5 sm:py-3',
          )}
        >
          <dt className="min-w-0 hyphens-auto text-sm leading-5 text-muted">{title}</dt>
          <dd className="relative shrink-0 font-display text-2xl font-semibold min-w-6">
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
