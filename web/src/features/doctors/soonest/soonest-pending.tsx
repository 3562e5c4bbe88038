import type { ReactNode } from 'react'
import { ClosedDoor } from '../../../components/door-leaves.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'

export interface SoonestOptions {
  /** Shown if nobody is free, if the times cannot be loaded, and without scripts. */
  otherwise?: ReactNode
}

/** A closed door while the times load. */
export function SoonestPending({ otherwise }: SoonestOptions) {
  return (
    <>
      <div className="lit relative grid content-center justify-items-center gap-6 rounded-t-full px-12 in-data-[door=open]:bg-surface noscript:hidden">
        {/* Shown only if the door is open already. */}
        <Skeleton className="h-6 w-1/2 not-in-data-[door=open]:hidden" />
        <Skeleton className="h-16 w-full not-in-data-[door=open]:hidden" />
        <Skeleton className="h-16 w-full not-in-data-[door=open]:hidden" />
        <ClosedDoor />
      </div>
      <div className="hidden place-items-center noscript:grid">{otherwise}</div>
    </>
  )
}
