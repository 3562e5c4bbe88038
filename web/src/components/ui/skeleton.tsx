import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

/** A placeholder with the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes('skeleton animate-pulse rounded-lg bg-line/70', className)} />
}

/** A row of tabs with the list below it. */
export function TabsSkeleton({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-6">
      <div className="flex gap-6 max-sm:gap-4 shadow-[inset_0_-1px_0_var(--line)]">
        {['first', 'second', 'third'].map((tab) => (
          <div key={tab} className="flex h-11 items-center">
            <Skeleton className="h-5 w-24 max-sm:w-20" />
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}
