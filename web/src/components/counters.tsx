import { useI18n } from '../lib/i18n.tsx'
import { formatNumber } from '../lib/numbers.ts'
import { Skeleton } from './ui/skeleton.tsx'

interface Counter {
  title: string
  /** Undefined while it is being loaded. */
  value: number | undefined
}

/** A row of figures with labels. */
export function Counters({ label, counters }: { label: string; counters: Counter[] }) {
  const { language } = useI18n()
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {counters.map(({ title, value }) => (
        <div key={title} className="flex flex-col-reverse justify-end rounded-box border border-line bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{title}</dt>
          <dd className="font-display text-3xl font-semibold">
            {value === undefined ? <Skeleton className="h-9 w-10" /> : formatNumber(value, language)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
