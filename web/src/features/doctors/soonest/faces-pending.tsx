import { Skeleton } from '../../../components/ui/skeleton.tsx'

export const FACES_PLACE = 'grid content-start gap-x-12 gap-y-6 lg:grid-cols-3'

/** Placeholders for three portraits in their arches. */
export const FacesPending = () => (
  <div aria-hidden="true" className={FACES_PLACE}>
    {['1', '2', '3'].map((place) => (
      <div key={place} className="grid content-start gap-4 max-lg:pt-6 max-sm:nth-3:hidden">
        <div className="flex items-start gap-5">
          <Skeleton className="arch h-34 w-28 shrink-0" />
          <div className="grid grow gap-2 pt-3">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
        <Skeleton className="h-13" />
      </div>
    ))}
  </div>
)
