import { Skeleton } from '../../../components/ui/skeleton.tsx'

export const SLOT_GRID = 'grid three-times gap-2 sm:grid-cols-6! sm:gap-3'

/** As high as the times and the line about their clock. */
export const SlotGridSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3">
    <div className={SLOT_GRID}>
      {['1', '2', '3', '4', '5', '6'].map((place) => (
        <Skeleton key={place} className="h-19 rounded-choice! bg-tint!" />
      ))}
    </div>
    <Skeleton className="h-5 w-2/3 max-w-80" />
  </div>
)
