// A placeholder for the days and times while they load, in the same places and sizes.
import { Skeleton } from '../../../../components/ui/skeleton.tsx'

/** Seven days in a line, or fewer if the reader's text is large. */
export const DAYS_GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(max(2.3em,12.6%),1fr))] justify-items-center gap-0.5 max-[20rem]:grid-cols-3 sm:grid-cols-7 sm:gap-2'

const DAYS = ['1', '2', '3', '4', '5', '6', '7']

export function WeekStripSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mb-2 flex h-11 items-center">
        <Skeleton className="h-5 w-40" />
      </div>
      <div className={DAYS_GRID}>
        {DAYS.map((day) => (
          <Skeleton key={day} className="h-15 w-full rounded-choice!" />
        ))}
      </div>
    </div>
  )
}

const MAX_CHIPS = 24

/** `count`: the number of free slots of the day, if already known. */
export function TimesSkeleton({ count = 14 }: { count?: number | undefined }) {
  return (
    <div aria-hidden="true" className="grid gap-2">
      <Skeleton className="my-0.5 h-5 w-20" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4em,1fr))] gap-1.5 sm:grid-cols-[repeat(auto-fill,minmax(4.75em,1fr))] sm:gap-2">
        {Array.from({ length: Math.min(count, MAX_CHIPS) }, (_, place) => (
          <Skeleton key={place} className="h-11 rounded-choice!" />
        ))}
      </div>
    </div>
  )
}

/** Placeholder for days, times and complaint until the first slots are known, so that the content below does not move. */
export function PickerSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-5">
      <Skeleton className="-mt-2 h-5 w-4/5" />
      <WeekStripSkeleton />
      <div>
        <Skeleton className="mt-2 mb-3 h-6 w-64 max-w-full" />
        <TimesSkeleton />
      </div>
      <Skeleton className="h-11 rounded-choice!" />
    </div>
  )
}
