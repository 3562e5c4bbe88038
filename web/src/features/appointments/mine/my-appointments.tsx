// The patient's own appointments: the next one by itself, then the other upcoming ones, and past ones as rows in a section that can be opened.
import { CalendarDays } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { type MyAppointment, useMyAppointments } from '../own-queries.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { isUpcoming } from './upcoming.ts'
import { useStatusToasts } from './use-status-toasts.ts'

const PastAppointments = lazyWithRetry(() => import('./past-appointments.tsx'))

interface MyAppointmentsProps {
  userId: string
  ownZone: string
  /** Leads to the call of an appointment. */
  renderPanel: (appointment: MyAppointment) => ReactNode
  /** More buttons for an appointment. */
  renderActions: (appointment: MyAppointment) => ReactNode
  onBook: () => void
}

export function MyAppointments({ userId, ownZone, renderPanel, renderActions, onBook }: MyAppointmentsProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useMyAppointments(userId)
  const now = useNow()
  useStatusToasts(data, ownZone)
  if (error && !data) return <LoadFailed title={t('appointments.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <MyAppointmentsSkeleton />
  if (data.length === 0) {
    return (
      <EmptyState
        icon={CalendarDays}
        title={t('appointments.empty')}
        text={t('appointments.emptyText')}
        action={<Button onClick={onBook}>{t('booking.book')}</Button>}
      />
    )
  }
  const upcoming = data.filter((each) => isUpcoming(each, now)).toReversed()
  const rest = data.filter((each) => !isUpcoming(each, now))
  const cardOf = (each: MyAppointment) => (
    <AppointmentCard appointment={each} ownZone={ownZone} panel={renderPanel(each)} actions={renderActions(each)} />
  )
  const [next, ...later] = upcoming
  return (
    <div className={classes('grid grid-cols-1 items-start gap-4 lg:gap-6', next && later.length > 0 && 'lg:grid-cols-2')}>
      {next && (
        <section
          aria-labelledby="next-appointment"
          className="rounded-box border border-line bg-surface p-4 shadow-[inset_0_3px_0_var(--brass)] sm:p-5"
        >
          <p id="next-appointment" className="mb-3 text-sm font-medium text-action-strong">
            {t('appointments.next')}
          </p>
          {cardOf(next)}
        </section>
      )}
      {later.length > 0 && (
        <ul className="grid gap-4">
          {later.map((each) => (
            <li key={each.id} className="rounded-box border border-line bg-surface p-4 sm:p-5">
              {cardOf(each)}
            </li>
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <Suspense>
          <PastAppointments appointments={rest} isOpen={upcoming.length === 0} {...{ ownZone, cardOf }} />
        </Suspense>
      )}
    </div>
  )
}

/** In the place and size of the next appointment and the one after it. */
export function MyAppointmentsSkeleton() {
  return (
    <div aria-hidden="true" className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
      {['next', 'later'].map((card) => (
        <div key={card} className={'grid gap-3 rounded-box border border-line bg-surface p-4 sm:p-5'}>
          {card === 'next' && <Skeleton className="h-5 w-32" />}
          <div className="flex gap-3">
            <Skeleton className="arch h-17 w-14 rounded-none" />
            <div className="grid flex-1 content-start gap-2">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-24" />
            </div>
            <Skeleton className="h-7 w-24 rounded-full!" />
          </div>
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-5 w-2/3" />
          <div className="flex gap-2">
            <Skeleton className="h-12 w-36 rounded-box!" />
            <Skeleton className="h-12 w-28 rounded-box!" />
          </div>
        </div>
      ))}
    </div>
  )
}
