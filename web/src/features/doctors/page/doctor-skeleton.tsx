// The places of the parts of the page, and the whole page while the doctors load.
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { SLOTS_PLACE, SlotGridSkeleton } from './slot-grid-skeleton.tsx'

/**
 * In wide windows the band spans the window, and the booking card begins in it and stays beside the details while they are read. The outer
 * columns are the margins of a page.
 */
export const PLACES =
  'grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(--spacing(8),1fr)_minmax(0,--spacing(180))_--spacing(92)_minmax(--spacing(8),1fr)] lg:grid-rows-[auto_1fr]'
export const BAND = 'sm:on-night sm:bg-night sm:text-on-night lg:col-span-full lg:row-start-1 lg:grid lg:grid-cols-subgrid'
/** On phones, only the portrait stands in the dark band. */
export const PERSON = 'sm:flex sm:gap-8 sm:px-5 sm:pt-10 md:px-8 lg:col-start-2 lg:gap-9 lg:px-0 lg:pt-14 lg:pe-12'
export const DOORWAY = 'relative isolate grid shrink-0 justify-center text-ink max-sm:bg-night max-sm:pt-6 sm:px-3 sm:max-lg:self-end'
export const ASIDE = 'px-5 max-lg:pt-6 md:px-8 lg:z-1 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:px-0 lg:pt-11'
/** Stays in view only in windows that are high enough for the whole card. */
export const CARD =
  'grid gap-4 sm:rounded-box sm:border sm:border-line sm:bg-surface sm:p-6 sm:shadow-lift sm:max-lg:grid-cols-[1fr_1.5fr] sm:max-lg:grid-rows-[auto_1fr_auto] sm:max-lg:gap-x-10 lg:gap-5 lg:[@media(min-height:44rem)]:sticky lg:[@media(min-height:44rem)]:top-24'
export const DETAILS =
  'grid min-w-0 content-start gap-9 px-5 pt-9 pb-4 sm:gap-12 sm:pt-12 md:px-8 lg:col-start-2 lg:row-start-2 lg:gap-14 lg:px-0 lg:pe-16 lg:pt-14'

export const DoctorSkeleton = () => (
  <div aria-hidden="true" className={PLACES}>
    <div className={BAND}>
      <div className={PERSON}>
        <div className={DOORWAY}>
          <Skeleton className="h-43 w-35 rounded-t-full! rounded-b-none! bg-on-night/10! sm:h-68 sm:w-56 lg:h-84 lg:w-69" />
        </div>
        <div className="grid grow content-center gap-4 max-sm:px-5 max-sm:pt-6 sm:pb-8 sm:*:bg-on-night/10! lg:pb-10">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-12 w-4/5" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      </div>
    </div>
    <div className={ASIDE}>
      <div className={CARD}>
        <Skeleton className="h-7 w-2/3" />
        <div className={SLOTS_PLACE}>
          <SlotGridSkeleton />
        </div>
        <Skeleton className="h-12 sm:max-lg:col-start-2 sm:max-lg:row-start-3" />
        <Skeleton className="h-24 sm:max-lg:row-span-2 sm:max-lg:row-start-2" />
      </div>
    </div>
    <div className={DETAILS}>
      <div className="grid gap-4">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-11/12" />
        <Skeleton className="h-5 w-3/4" />
      </div>
    </div>
  </div>
)
