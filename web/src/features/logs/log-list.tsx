// The frame of the three lists: loading, failure, emptiness, and the button for more.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'

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
  keyOf: (row: Row) => string | number
  children: (row: Row) => ReactNode
}

/** Without entries there is nothing to choose from. */
export const hasFilters = (list: { data: { rows: unknown[] } | undefined }, active: number) => active > 0 || list.data?.rows.length !== 0

export function LogList<Row>({ list, label, icon, empty, keyOf, children }: LogListProps<Row>) {
  const { t } = useI18n()
  const { data, error, refetch, more, isLoadingMore, isPlaceholderData } = list
  if (error && !data) return <LoadFailed title={t('logs.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  if (data.rows.length === 0) return <EmptyState icon={icon} {...empty} />
  const showMore = () =>
    more().catch((failure: unknown) => {
      const { key, values } = textOf(failure)
      toast.error(t('logs.loadFailed'), { description: t(key, values) })
    })
  return (
    <div className="grid gap-4" aria-busy={isPlaceholderData}>
      <ul aria-label={label} className="divide-y divide-line rounded-box border border-line bg-surface">
        {data.rows.map((row) => (
          <li key={keyOf(row)} className="min-w-0">
            {children(row)}
          </li>
        ))}
      </ul>
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
