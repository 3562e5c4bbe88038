// The placeholder of the booking form while the doctors load, in the same places and sizes.
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { classes } from '../../../../lib/classes.ts'
import { PickerSkeleton } from '../../shared/picker/picker-skeleton.tsx'
import { ListPane, Panes, PickerPane } from './panes.tsx'

/** The layout of the doctors' rows: one column if days and times are beside them, otherwise two. */
export const rowsLook = (isBeside: boolean) =>
  classes('divide-y divide-line', !isBeside && 'lg:grid lg:grid-cols-2 lg:gap-x-12 lg:divide-y-0 lg:*:border-t lg:*:border-line')

const ROWS = ['1', '2', '3', '4', '5']
const COMPACT_ROWS = [...ROWS, '6', '7', '8', '9', '10']

/** `hasDoctor`: a doctor is already chosen, so a one-column layout shows days and times instead of the list. */
export function BookingSkeleton({ hasDoctor }: { hasDoctor: boolean }) {
  return (
    <Panes aria-hidden="true">
      <ListPane isBeside={hasDoctor} className={hasDoctor ? 'max-lg:hidden' : ''}>
        <Skeleton className="mb-2 h-6 w-32" />
        <Skeleton className={classes('mb-3 h-5 w-52', !hasDoctor && 'lg:-mt-1')} />
        <DoctorRowsSkeleton isBeside={hasDoctor} />
      </ListPane>
      {hasDoctor && (
        <PickerPane>
          <Skeleton className="h-12 w-56" />
          <PickerSkeleton />
        </PickerPane>
      )}
    </Panes>
  )
}

export function DoctorRowsSkeleton({ isBeside }: { isBeside: boolean }) {
  return (
    <div aria-hidden="true" className={rowsLook(isBeside)}>
      {(isBeside ? COMPACT_ROWS : ROWS).map((row) =>
        isBeside ? (
          <div key={row} className="flex min-h-14 items-center gap-x-3">
            <Skeleton className="arch! h-12 w-10" />
            <Skeleton className="h-4 w-40" />
          </div>
        ) : (
          <div key={row} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 py-3">
            <Skeleton className="arch! mt-0.5 h-17 w-14 row-span-2" />
            <div className="grid content-start gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-4 w-52" />
            </div>
            <Skeleton className="h-11 rounded-choice! sm:max-w-64" />
          </div>
        ),
      )}
    </div>
  )
}
