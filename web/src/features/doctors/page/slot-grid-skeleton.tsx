import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** From tablets up, all days share one line of six times, so that the grid is as high on every clock. */
export const DAYS = 'grid gap-x-3 gap-y-4 sm:grid-cols-6'
export const DAY = 'grid gap-y-2 sm:[grid-column:span_var(--times)] sm:grid-cols-subgrid'
export const TIMES = 'col-span-full grid three-times gap-2 sm:grid-cols-subgrid! sm:gap-x-3'

/** As high as the times of one day with the line about their clock. */
export const SlotGridSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3">
    <div className="grid gap-2">
      <Skeleton className="h-6 w-1/2 max-w-52" />
      <div className={`${TIMES} sm:grid-cols-6!`}>
        {['1', '2', '3', '4', '5', '6'].map((place) => (
          <Skeleton key={place} className="h-13 rounded-choice! bg-tint!" />
        ))}
      </div>
    </div>
    <Skeleton className="h-5 w-2/3 max-w-80" />
  </div>
)
