// Requests that wait for an answer, newest first.
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../components/ui/row-list-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { LiveState } from '../../../lib/live.ts'
import type { SignedIn } from '../../../lib/session.ts'
import { PAGE_SIZE } from '../fields.ts'
import { usePending } from '../use-staff-appointments.ts'
import { AppointmentList } from './appointment-list.tsx'
import { APPOINTMENTS_HEADING } from './list-focus.ts'

interface PendingAppointmentsProps {
  person: SignedIn
  ownZone: string | undefined
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  live: LiveState
}

export function PendingAppointments({ person, ownZone, ownDoctorId, live }: PendingAppointmentsProps) {
  const { t } = useI18n()
  const [max, setMax] = useState(PAGE_SIZE)
  const { data, error, refetch } = usePending(person, max)
  return (
    <section aria-labelledby={APPOINTMENTS_HEADING} className="grid gap-2 sm:gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={APPOINTMENTS_HEADING} tabIndex={-1} className="text-xl font-semibold outline-none">
            {t('dashboard.pendingTitle')}
          </h2>
          {/* Screen readers announce the change: a new request may appear far from where the reader is. */}
          <output className="block text-muted">{data && data.total > 0 && t('dashboard.waiting', { count: data.total })}</output>
        </div>
        <LiveMark state={live} />
      </div>
      {data ? (
        <AppointmentList
          appointments={data.appointments}
          empty={<EmptyState icon={CalendarCheck} title={t('dashboard.empty')} text={t('dashboard.emptyText')} />}
          place="dashboard"
          ownZone={ownZone}
          ownDoctorId={ownDoctorId}
          onMore={data.appointments.length < data.total ? () => setMax(max + PAGE_SIZE) : undefined}
          count={t('staff.shown', { shown: data.appointments.length, total: data.total })}
        />
      ) : error ? (
        <LoadFailed
          title={t('staff.failure')}
          error={error}
          describe={(message) => t('dashboard.loadFailed', { message })}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowListSkeleton />
      )}
    </section>
  )
}
