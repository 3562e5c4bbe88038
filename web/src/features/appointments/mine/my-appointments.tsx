// The patient's own appointments: upcoming ones first, the others in a section that can be opened.
import { CalendarDays, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { MyAppointment } from '../queries.ts'
import { useMyAppointments } from '../use-appointments.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { isUpcoming } from './upcoming.ts'
import { useStatusToasts } from './use-status-toasts.ts'

interface MyAppointmentsProps {
  userId: string
  ownZone: string
  /** Leads to the call of an appointment. */
  renderPanel: (appointment: MyAppointment) => ReactNode
  /** More buttons for an appointment. */
  renderActions: (appointment: MyAppointment) => ReactNode
}

export function MyAppointments({ userId, ownZone, renderPanel, renderActions }: MyAppointmentsProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useMyAppointments(userId)
  const now = useNow()
  useStatusToasts(data, ownZone)
  if (error && !data) return <LoadFailed title={t('appointments.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-56" />
  if (data.length === 0) return <EmptyState icon={CalendarDays} title={t('appointments.empty')} text={t('appointments.emptyText')} />
  const upcoming = data.filter((each) => isUpcoming(each, now)).toReversed()
  const rest = data.filter((each) => !isUpcoming(each, now))
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {upcoming.map((each, index) => (
          <li key={each.id} className="py-5 first:pt-0">
            {index === 0 && <p className="mb-2 text-sm font-medium text-action-strong">{t('appointments.next')}</p>}
            <AppointmentCard appointment={each} ownZone={ownZone} panel={renderPanel(each)} actions={renderActions(each)} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details open={upcoming.length === 0} className="group border-t border-line pt-2">
          <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg hover:text-action">
            {t('appointments.past', { count: rest.length })}
            <ChevronDown
              aria-hidden="true"
              className="size-5 text-brass transition-transform duration-200 ease-calm group-open:rotate-180"
            />
          </summary>
          <ul className="divide-y divide-line pt-3">
            {rest.map((each) => (
              <li key={each.id} className="py-5 first:pt-0">
                <AppointmentCard appointment={each} ownZone={ownZone} panel={renderPanel(each)} actions={renderActions(each)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
