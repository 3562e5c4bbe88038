import { Skeleton } from '../../../components/ui/skeleton.tsx'

/** On phones two rows of two, elsewhere one row. */
export const PEOPLE_SHOWN = 4
/** In one row, the names and the specialties each share a line. The last row takes the rest of the height. */
export const ARCADE = 'grid two-columns gap-x-5 gap-y-7 md:grid-cols-4 md:grid-rows-[auto_auto_1fr] md:gap-y-3 lg:gap-x-8'
/** The text has room for a long name and a long specialty, so that nothing below it moves. */
export const PERSON = 'group relative grid content-start gap-3 *:last:min-h-22 md:row-span-3 md:grid-rows-subgrid md:*:last:row-span-2'

/** Placeholders for the portraits in their arches, as high as the people. */
export const PeoplePending = () => (
  <>
    <div aria-hidden="true" className={ARCADE}>
      {Array.from({ length: PEOPLE_SHOWN }, (_, place) => (
        <div key={place} className={PERSON}>
          <div className="border-b border-brass">
            <Skeleton className="aspect-14/17 w-full rounded-t-full! rounded-b-none!" />
          </div>
          <div className="grid content-start gap-2">
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
    <div className="-mt-5 h-11" />
  </>
)
