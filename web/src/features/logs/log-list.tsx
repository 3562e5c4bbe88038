// The frame of the three lists: loading, failure, empty state, days, and the button for more rows.
import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { dayTitle } from '../../lib/time/dates.ts'
import { browserZone, isoDay } from '../../lib/time/zones.ts'
import { groupRows } from './group-rows.ts'
import { SimilarRows } from './similar-rows.tsx'

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
  /** The action is the way on from a list without entries. */
  empty: { title: string; text: string; action?: ReactNode }
  /** Removes the filters, if there are any. */
  onReset?: (() => void) | undefined
  /** The column titles, which are shown if the window is wide enough for columns. */
  titles?: ReactNode
  keyOf: (row: Row) => string | number
  /** The time of a row. Rows are sorted newest first and grouped by day. */
  timeOf: (row: Row) => string
  /** Consecutive rows of a day with the same kind are folded after the first one. */
  kindOf?: ((row: Row) => string) | undefined
  children: (row: Row) => ReactNode
}

/** A list without entries has nothing to filter, unless a filter is active. */
export const hasFilters = (list: { data: { rows: unknown[] } | undefined }, active: number) => active > 0 || list.data?.rows.length !== 0

export function LogList<Row>({ list, label, icon, empty, onReset, titles, keyOf, timeOf, kindOf, children }: LogListProps<Row>) {
  const { t, language } = useI18n()
  const id = useId()
  const { data, error, refetch, more, isLoadingMore, isPlaceholderData } = list
  if (error && !data) return <LoadFailed title={t('logs.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  if (data.rows.length === 0)
    return (
      <div className="mx-auto w-full max-w-160">
        <EmptyState
          icon={icon}
          {...empty}
          action={
            onReset ? (
              <Button look="secondary" onClick={onReset}>
                {t('logs.reset')}
              </Button>
            ) : (
              empty.action
            )
          }
        />
      </div>
    )
  const showMore = () =>
    more().catch((failure: unknown) => {
      const { key, values } = textOf(failure)
      toast.error(t('logs.loadFailed'), { description: t(key, values) })
    })
  const days = groupRows(data.rows, (row) => isoDay(timeOf(row), browserZone()), kindOf)
  return (
    <div className="grid grid-cols-1 gap-5" aria-busy={isPlaceholderData}>
      {days.map(({ day, runs }, index) => (
        <section key={day} aria-labelledby={`${id}-${day}`} className="grid grid-cols-1 gap-2">
          <h2 id={`${id}-${day}`} className="text-lg font-semibold">
            {dayTitle(day, language)}
          </h2>
          <div className="overflow-hidden rounded-box border border-line bg-surface">
            {index === 0 && titles}
            <ul aria-label={label} className="divide-y divide-line">
              {runs.map(([first, ...others]) => (
                <Fragment key={keyOf(first)}>
                  <li className="min-w-0">{children(first)}</li>
                  {others.length > 0 && (
                    <SimilarRows number={others.length}>
                      {others.map((row) => (
                        <li key={keyOf(row)} className="min-w-0">
                          {children(row)}
                        </li>
                      ))}
                    </SimilarRows>
                  )}
                </Fragment>
              ))}
            </ul>
          </div>
        </section>
      ))}
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
