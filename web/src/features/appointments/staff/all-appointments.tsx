// The appointments of all doctors, for admins.
import { useMemo } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { RowListSkeleton } from '../../../components/ui/row-list-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { LiveState } from '../../../lib/live.ts'
import { browserZone } from '../../../lib/zones.ts'
import type { DeskDoctor } from '../desk/book-for-patient.ts'
import { useAppointmentPages } from '../use-staff-appointments.ts'
import { AppointmentList } from './appointment-list.tsx'
import { BookButton } from './book-button.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { allAppointments, useListFilters } from './list-filters.ts'
import { APPOINTMENTS_HEADING } from './list-focus.ts'

interface AllAppointmentsProps {
  doctors: DeskDoctor[] | undefined
  /** The reader's time zone. */
  ownZone: string | undefined
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  live: LiveState
}

export function AllAppointments({ doctors, ownZone, ownDoctorId, live }: AllAppointmentsProps) {
  const { t } = useI18n()
  const { filters, change } = useListFilters()
  const zone = ownZone ?? browserZone()
  const filter = allAppointments(filters, zone)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAppointmentPages(filter)
  const appointments = useMemo(() => data?.pages.flat(), [data])
  return (
    <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-3 sm:gap-5">
      <PageHead title={t('list.title')} titleId={APPOINTMENTS_HEADING} lead={t('list.lead')} back={t('list.back')}>
        <ExportButton filter={filter} zone={zone} />
        <BookButton {...(doctors && { doctors })} />
      </PageHead>
      <FilterBar filters={filters} onChange={change} doctors={doctors ?? []} />
      <div className="-mb-2 flex items-center justify-between gap-4 text-sm text-muted">
        <output>{appointments && t('row.shown', { number: appointments.length })}</output>
        <LiveMark state={live} />
      </div>
      {appointments ? (
        <AppointmentList
          appointments={appointments}
          empty={<p className="text-muted">{t('list.noMatch')}</p>}
          place="dashboard"
          ownZone={ownZone}
          ownDoctorId={ownDoctorId}
          dayHeading="h2"
          onMore={hasNextPage ? () => void fetchNextPage() : undefined}
          isLoadingMore={isFetchingNextPage}
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
