// A placeholder in the place and size of the next appointment and the rows after it.
import { Skeleton } from '../../../../components/ui/skeleton.tsx'

const BOX = 'rounded-box border border-line bg-surface'

export function MyAppointmentsSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-4 lg:gap-6">
      <div className={`${BOX} grid gap-3 p-4 sm:p-6`}>
        <div className="flex gap-3">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-7 w-24 rounded-full!" />
        </div>
        <div className="flex items-center gap-3">
          <Skeleton className="arch! h-17 w-14" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-24" />
          </div>
        </div>
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-9 w-44" />
        <div className="flex gap-2 lg:hidden">
          <Skeleton className="h-12 rounded-box! max-sm:flex-1 sm:w-28" />
          <Skeleton className="h-12 rounded-box! max-sm:flex-1 sm:w-28" />
        </div>
      </div>
      <div className={`${BOX} divide-y divide-line`}>
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="flex h-18 items-center gap-4 px-4 sm:px-5">
            <Skeleton className="arch! h-12 w-10" />
            <Skeleton className="h-5 w-40" />
          </div>
        ))}
      </div>
    </div>
  )
}
