import { classes } from '../../lib/classes.ts'
import { Skeleton } from './skeleton.tsx'

interface RowListSkeletonProps {
  count?: number
  /** Whether each row begins with a portrait instead of a time. */
  hasPortrait?: boolean
}

/** A list of rows with a time, a name, a status and a button. */
export function RowListSkeleton({ count = 5, hasPortrait = false }: RowListSkeletonProps) {
  return (
    <div aria-hidden="true" className="divide-y divide-line rounded-box border border-line bg-surface">
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className={classes('flex items-center gap-4 px-4 max-md:h-23', hasPortrait ? 'h-16' : 'h-14')}>
          <Skeleton className={hasPortrait ? 'arch! h-12 w-10 shrink-0' : 'h-6 w-14'} />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="h-4 w-24 max-w-full" />
          </div>
          <Skeleton className="h-6 w-24 rounded-full! max-sm:hidden" />
          <Skeleton className="h-11 w-24 max-sm:w-11" />
        </div>
      ))}
    </div>
  )
}
