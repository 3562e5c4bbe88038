import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { formatNumber } from '../lib/numbers.ts'
import { Skeleton } from './ui/skeleton.tsx'

interface Counter {
  title: string
  /** Undefined while it is being loaded. */
  value: number | undefined
}

/** A slim row of figures above their labels. */
export function Counters({ label, counters, className }: { label: string; counters: Counter[]; className?: string }) {
  const { language } = useI18n()
  return (
    <dl aria-label={label} className={classes('flex flex-wrap divide-x divide-line rounded-box border border-line bg-surface', className)}>
      {counters.map(({ title, value }) => (
        <div
          key={title}
          className="flex min-w-min flex-1 basis-0 flex-col-reverse max-[359px]:min-w-0 justify-end px-2 py-2 max-sm:[&:lang(en)]:px-1.5 sm:px-3.5"
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
            {/* The placeholder keeps the line of a figure, so that nothing below moves when the figure comes. */}
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
