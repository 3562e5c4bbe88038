import type { ReactNode } from 'react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** Has the same height without times. */
export const TimesPlace = ({ children }: { children: ReactNode }) => (
  <div className="@container">
    <div className="grid min-h-21 content-start @min-[17em]:min-h-13">{children}</div>
  </div>
)

/** The day with its times below it, or beside it if there is space: under the doctor's name, past a portrait and its gap of 4. */
export const TIMES_GRID = 'grid gap-2 @min-[17em]:grid-cols-[var(--beside-times,4em)_minmax(0,1fr)] @min-[17em]:items-center'

export function NextTimesSkeleton() {
  return (
    <div aria-hidden="true" className={TIMES_GRID}>
      <Skeleton className="h-4.5 w-12" />
      <div className="grid three-times gap-2">
        {['1', '2', '3'].map((place) => (
          <Skeleton key={place} className="h-13" />
        ))}
      </div>
    </div>
  )
}
