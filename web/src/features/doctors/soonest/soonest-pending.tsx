import type { ReactNode } from 'react'

/** In the doorway that opens a page, or in a band of their own. */
export type SoonestPlace = 'doorway' | 'band'

export interface SoonestOptions {
  place: SoonestPlace
  /** Shown if nobody is free, if the times cannot be loaded, and without scripts. */
  otherwise?: ReactNode
}

/** The room of a band until it is known who is free, so that nothing below it moves. The doorway has its own height. */
export function SoonestPending({ place, otherwise }: SoonestOptions) {
  const withoutScripts = <div className="hidden place-items-center noscript:grid">{otherwise}</div>
  return place === 'band' ? <div className="min-h-124.5 sm:min-h-136.75 lg:min-h-85">{withoutScripts}</div> : withoutScripts
}
