import { type ShownStatus, StatusBadge } from '../../../components/status-badge.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { Appointment } from '../staff-queries.ts'
import { arrivedAgo } from './arrived.ts'

interface RowStateProps {
  appointment: Appointment
  status: ShownStatus
  isStatusHidden: boolean
  isDoctorShown: boolean
  /** On a phone, buttons stand at the end of the row. Otherwise the status ends the line of the doctor. */
  isAnswerable: boolean
}

/** The status, and for a request how long it has been waiting. As wide as the longest status, which Russian says in two words. */
export function RowState({ appointment, status, isStatusHidden, isDoctorShown, isAnswerable }: RowStateProps) {
  const { t } = useI18n()
  const now = useNow()
  const isPending = status === 'pending'
  const isBadgeShown = !isStatusHidden || appointment.did_not_come
  const arrived = arrivedAgo(appointment.created_at, now)
  if (!isBadgeShown && !isPending) return null
  // On a phone: beside the answers, below the doctor, or else at the end of the doctor's line.
  const place = isAnswerable
    ? classes(
        'max-md:col-span-2 max-md:col-start-2',
        isDoctorShown ? 'max-md:row-start-4 max-md:self-start' : 'max-md:row-start-3 max-md:mt-2 max-md:self-center',
      )
    : classes('max-md:row-start-3', isDoctorShown ? 'max-md:col-start-4' : 'max-md:col-start-3')
  return (
    <div
      className={classes(
        'grid gap-y-0.5 max-md:contents md:order-1 md:shrink-0 lg:[&:lang(ru)]:w-40',
        isStatusHidden ? 'lg:min-w-26' : 'lg:min-w-32 xl:[&:lang(ru)]:w-52',
      )}
    >
      {isBadgeShown && (
        <span
          className={classes(
            'flex min-w-0 flex-wrap gap-1 max-md:*:px-2 max-md:*:py-0 max-md:*:text-xs max-md:*:leading-5',
            place,
            // On a phone its two answers say so, and take the room.
            isPending && 'max-md:sr-only',
          )}
        >
          {appointment.did_not_come && <Badge tone="danger">{t('row.didNotCome')}</Badge>}
          <StatusBadge status={status} />
        </span>
      )}
      {isPending && (
        <time
          dateTime={appointment.created_at}
          className={classes(
            'min-w-0 truncate text-xs leading-4 text-muted lg:max-w-36 max-md:[&:lang(ru)]:text-[0.6875rem]',
            place,
            isStatusHidden && 'md:text-sm md:leading-5',
          )}
        >
          {t(arrived.key, arrived.values)}
        </time>
      )}
    </div>
  )
}
