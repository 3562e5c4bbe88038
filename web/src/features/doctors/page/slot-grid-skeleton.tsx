import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** As high as one day with two lines of times and the line about their clock. */
export const SLOTS_PLACE = 'flex min-h-44 flex-col gap-3 sm:max-lg:col-start-2 sm:max-lg:row-span-2 sm:max-lg:row-start-1'
export const TIMES = 'grid three-times gap-2'

export const SlotGridSkeleton = () => (
  <div aria-hidden="true" className="grid gap-3">
    <div className="grid gap-2">
      <Skeleton className="h-6 w-1/2 max-w-52" />
      <div className={TIMES}>
        {['1', '2', '3', '4', '5', '6'].map((place) => (
          <Skeleton key={place} className="h-13 rounded-choice! bg-tint!" />
        ))}
      </div>
    </div>
    <Skeleton className="h-5 w-2/3 max-w-80" />
  </div>
)
