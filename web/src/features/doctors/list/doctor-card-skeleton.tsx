import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { CARD_LOOK } from './doctor-card.tsx'
import { NextTimesSkeleton, TimesPlace } from './next-times-skeleton.tsx'

export function DoctorCardSkeleton() {
  return (
    <Card className={CARD_LOOK}>
      <div className="flex items-center gap-4 lg:items-start">
        <Skeleton className="arch! h-17 w-14 shrink-0 lg:h-29 lg:w-24" />
        <div className="min-w-0 flex-1 lg:pt-3">
          <div className="min-h-7">
            <Skeleton className="h-6 w-3/4" />
          </div>
          <div className="flow-root min-h-6">
            <Skeleton className="mt-1 h-5 w-1/2" />
          </div>
          <Skeleton className="mt-1 h-4 w-2/5" />
        </div>
      </div>
      <TimesPlace>
        <NextTimesSkeleton />
      </TimesPlace>
      <div className="-mb-2.5 flex min-h-11 items-center justify-between max-sm:-mt-1.5 sm:-mb-3 sm:min-h-12 sm:border-t sm:border-line sm:pt-1">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-20" />
      </div>
    </Card>
  )
}
