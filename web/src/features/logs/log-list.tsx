// The frame of the three lists: loading, failure, emptiness, the days, and the button for more.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { dayTitle } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'

interface LogListProps<Row> {
  list: {
    data: { rows: Row[]; hasMore: boolean } | undefined
    error: unknown
    refetch: () => unknown
    more: () => Promise<void>
    isLoadingMore: boolean
    isPlaceholderData: boolean
  }
  label: string
  icon: LucideIcon
  empty: { title: string; text: string }
  /** The names of the columns, where the window is wide enough for columns. */
  titles?: ReactNode
  keyOf: (row: Row) => string | number
  /** When it happened: the newest come first, day by day. */
  timeOf: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** Without entries there is nothing to choose from. */
export const hasFilters = (list: { data: { rows: unknown[] } | undefined }, active: number) => active > 0 || list.data?.rows.length !== 0

export function LogList<Row>({ list, label, icon, empty, titles, keyOf, timeOf, children }: LogListProps<Row>) {
  const { t, language } = useI18n()
  const { data, error, refetch, more, isLoadingMore, isPlaceholderData } = list
  if (error && !data) return <LoadFailed title={t('logs.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  if (data.rows.length === 0) return <EmptyState icon={icon} {...empty} />
  const showMore = () =>
    more().catch((failure: unknown) => {
      const { key, values } = textOf(failure)
      toast.error(t('logs.loadFailed'), { description: t(key, values) })
    })
  const days = data.rows.map((row) => isoDay(timeOf(row), browserZone()))
  return (
    <div className="grid gap-4" aria-busy={isPlaceholderData}>
      <div className="overflow-hidden rounded-box border border-line bg-surface">
        {titles}
        <ul aria-label={label} className="divide-y divide-line">
          {data.rows.map((row, index) => (
            <li key={keyOf(row)} className="min-w-0">
              {days[index] && days[index] !== days[index - 1] && (
                <h2 className="border-b border-line bg-paper px-4 py-1.5 text-sm font-medium text-muted">
                  {dayTitle(days[index], language)}
                </h2>
              )}
              {children(row)}
            </li>
          ))}
        </ul>
      </div>
      {data.hasMore && (
        <Button
          look="secondary"
          className="justify-self-center"
          busyLabel={isLoadingMore && t('logs.loadingMore')}
          onClick={() => void showMore()}
        >
          {t('logs.more')}
        </Button>
      )}
    </div>
  )
}
