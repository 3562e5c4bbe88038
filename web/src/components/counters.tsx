import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { formatNumber } from '../lib/numbers.ts'
import { Skeleton } from './ui/skeleton.tsx'

interface Counter {
  title: string
  /** Undefined while the value is loading. */
  value: number | undefined
}

/** A slim row of figures above their labels. */
export function Counters({ label, counters, className }: { label: string; counters: Counter[]; className?: string }) {
  const { language } = useI18n()
  return (
    // The outer lines of the figures are cut off, so that only those between them are seen, in one row or in several with large text.
    <dl aria-label={label} className={classes('flex flex-wrap overflow-clip rounded-box border border-line bg-surface', className)}>
      {counters.map(({ title, value }) => (
        <div
          key={title}
          className="-me-px -mt-px flex min-w-min flex-1 basis-0 flex-col-reverse border-e border-t border-line max-[359px]:min-w-0 justify-end px-2 py-2 max-sm:[&:lang(en)]:px-1.5 sm:px-3.5"
        >
          <dt className="min-w-0 text-xs leading-4 wrap-break-word text-muted max-[359px]:hyphens-auto max-sm:[&:lang(az)]:text-[0.6875rem] max-sm:[&:lang(en)]:text-[0.6875rem] max-sm:[&:lang(ru)]:text-[0.6875rem]">
            {title}
          </dt>
          <dd
            className={classes(
              'relative min-w-6 shrink-0 text-lg leading-6 font-semibold tabular-nums sm:text-xl sm:leading-6',
              value === 0 && 'text-muted',
            )}
          >
            {/* The placeholder is as high as a figure, so that nothing below moves when the figure arrives. */}
            {value === undefined ? (
              <>
                <span className="invisible leading-none">0</span>
                <Skeleton className="absolute inset-y-0 start-0 w-7" />
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
