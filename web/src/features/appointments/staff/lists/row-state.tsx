import { Badge } from '../../../../components/ui/badge.tsx'
import { type ShownStatus, StatusBadge } from '../../../../domain/status-badge.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'
import { ROW_END } from '../row-look.tsx'

interface RowStateProps {
  appointment: Appointment
  status: ShownStatus
  /** Whether all rows of the list are requests. */
  isStatusHidden: boolean
  isDoctorShown: boolean
  /** Whether answer buttons take the end of the row. */
  isAnswerable: boolean
}

/** The status of a row. Visually hidden where answer buttons already imply it. */
export function RowState({ appointment, status, isStatusHidden, isDoctorShown, isAnswerable }: RowStateProps) {
  const { t } = useI18n()
  const isPending = status === 'pending'
  if (isStatusHidden && isPending) return null
  return (
    <span
      className={classes(
        'flex min-w-0 flex-wrap gap-1 max-md:mt-1 max-md:*:px-2 max-md:*:py-0 max-md:*:text-xs max-md:*:leading-5 md:order-2 md:shrink-0',
        // On a phone the status is beside the buttons if there are any, otherwise at the end of the doctor's line or below the complaint.
        isAnswerable
          ? 'max-md:col-span-2 max-md:col-start-2 max-md:row-start-4 max-md:self-center'
          : classes('max-md:row-start-3', isDoctorShown ? 'max-md:col-start-4' : 'max-md:col-start-3'),
        // The answer buttons already say that the request is pending. Large text needs a line of its own.
        isPending ? 'max-md:sr-only' : 'max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:col-start-2 max-md:@max-[14em]:row-start-5',
        isAnswerable ? 'md:sr-only' : ROW_END,
      )}
    >
      {appointment.did_not_come && <Badge tone="danger">{t('row.didNotCome')}</Badge>}
      <StatusBadge status={status} />
    </span>
  )
}
