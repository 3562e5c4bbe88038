import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { CARD_LOOK } from './doctor-card.tsx'
import { NextTimesSkeleton, TimesPlace } from './next-times-skeleton.tsx'

/** React leaves alone what the prerendered page wrote into it meanwhile. */
const WRITTEN_EARLY = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } }
const EARLY_LINE = 'peer line-clamp-1 empty:hidden'

/** The name and the specialty are written into it before the scripts run: see first-paint.ts. */
export function DoctorCardSkeleton() {
  const { t } = useI18n()
  return (
    <Card className={CARD_LOOK}>
      <div className="flex items-center gap-4">
        <Skeleton className="arch! h-17 w-14 shrink-0" />
        <div className="min-w-0 flex-1">
          <div className="min-h-7">
            {/* oxlint-disable-next-line jsx-a11y/heading-has-content -- hidden as long as it is empty */}
            <h2
              data-early-text={t('doctor.name', { first: '{first_name}', last: '{last_name}' })}
              className={classes('font-display text-xl font-semibold', EARLY_LINE)}
              {...WRITTEN_EARLY}
            />
            <Skeleton className="h-6 w-3/4 peer-[:not(:empty)]:hidden" />
          </div>
          <div className="flow-root min-h-6">
            <p
              data-early-text="{specialty_code|specialization}"
              className={classes('leading-6 text-muted', EARLY_LINE)}
              {...WRITTEN_EARLY}
            />
            <Skeleton className="mt-1 h-5 w-1/2 peer-[:not(:empty)]:hidden" />
          </div>
          <Skeleton className="mt-1 h-4 w-2/5" />
        </div>
      </div>
      <TimesPlace>
        <NextTimesSkeleton />
      </TimesPlace>
      <div className="max-sm:hidden">
        <Skeleton className="h-11.5" />
      </div>
      <div className="-mb-2.5 flex min-h-11 items-center justify-between max-sm:-mt-1.5 sm:-mb-3 sm:min-h-12 sm:border-t sm:border-line sm:pt-1">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-20" />
      </div>
    </Card>
  )
}
