import type { ReactNode } from 'react'
import { ClosedDoor } from '../../../components/door-leaves.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** In the doorway that opens a page, or in a band of their own. */
export type SoonestPlace = 'doorway' | 'band'

export interface SoonestOptions {
  place: SoonestPlace
  /** Shown if nobody is free, if the times cannot be loaded, and without scripts. */
  otherwise?: ReactNode
}

/** The room of a band until it is known who is free, so that nothing below it moves. The doorway has its own height, and a closed door. */
export function SoonestPending({ place, otherwise }: SoonestOptions) {
  const withoutScripts = <div className="hidden place-items-center noscript:grid">{otherwise}</div>
  if (place === 'band') return <div className="min-h-124.5 sm:min-h-136.75 lg:min-h-85">{withoutScripts}</div>
  return (
    <>
      <div className="relative grid content-center justify-items-center gap-6 rounded-t-full px-12 in-data-[door=open]:bg-surface dark:in-data-[door=open]:bg-paper noscript:hidden">
        {/* Where the door is open already. */}
        <Skeleton className="h-6 w-1/2 not-in-data-[door=open]:hidden" />
        <Skeleton className="h-16 w-full not-in-data-[door=open]:hidden" />
        <Skeleton className="h-16 w-full not-in-data-[door=open]:hidden" />
        <ClosedDoor />
      </div>
      {withoutScripts}
    </>
  )
}
