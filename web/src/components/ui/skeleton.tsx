import { classes } from '../../lib/classes.ts'
import { Card } from './card.tsx'

/** A placeholder with the size of what is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('skeleton animate-pulse rounded-lg bg-line/70', className)} />
}

/** A list of cards with a name, a status, two columns of facts and two buttons. */
function CardListSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {Array.from({ length: count }, (_, place) => (
        <Card key={place} className="grid gap-5">
          <div className="flex items-start justify-between gap-4">
            <Skeleton className="h-6 w-48 max-w-[55%]" />
            <Skeleton className="h-6 w-24 rounded-full!" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            {['when', 'why'].map((column) => (
              <div key={column} className="grid content-start gap-2">
                <Skeleton className="h-5 w-3/4" />
                <Skeleton className="h-5 w-1/2" />
              </div>
            ))}
          </div>
          <div className="flex gap-3 sm:justify-end">
            <Skeleton className="h-12 flex-1 sm:w-28 sm:flex-none" />
            <Skeleton className="h-12 flex-1 sm:w-28 sm:flex-none" />
          </div>
        </Card>
      ))}
    </div>
  )
}

/** A row of tabs and the list below it. */
export function TabsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <div className="flex gap-6 shadow-[inset_0_-1px_0_var(--line)]">
        {['first', 'second', 'third'].map((tab) => (
          <div key={tab} className="flex h-11 items-center">
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
      <CardListSkeleton />
    </div>
  )
}
