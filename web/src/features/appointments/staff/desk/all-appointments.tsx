// The appointments of all doctors, for admins.
import { CalendarDays } from 'lucide-react'
import { useMemo } from 'react'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { PageHead } from '../../../../components/page-head.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../../components/ui/row-list-skeleton.tsx'
import type { LiveState } from '../../../../lib/data/live.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { browserZone } from '../../../../lib/time/zones.ts'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import type { DeskDoctor } from '../desk-doctor.ts'
import { AppointmentList } from '../lists/appointment-list.tsx'
import { Choice } from '../lists/choice.tsx'
import { FilterBar } from '../lists/filter-bar.tsx'
import { allAppointments, isFiltered, useListFilters, WHENS, type When, whenOf } from '../lists/list-filters.ts'
import { APPOINTMENTS_HEADING } from '../lists/list-focus.ts'
import { useAppointmentPages } from '../use-staff-appointments.ts'
import { BookButton } from './book-button.tsx'
import { ExportButton } from './export-button.tsx'

const WHEN_NAMES: Record<When, TextKey> = { coming: 'list.coming', past: 'list.past', all: 'list.anyTime' }

interface AllAppointmentsProps {
  doctors: DeskDoctor[] | undefined
  /** The reader's time zone. The list waits for it, because the filter's days are in this zone. */
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
  const list = useAppointmentPages(filter, ownZone !== undefined)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list
  const appointments = useMemo(() => data?.pages.flat(), [data])
  const when = whenOf(filters)
  // In a wide window the choice is beside the filters, so that the rows begin higher.
  const isWide = useIsWide()
  const choice = (
    <Choice
      label={t('list.when')}
      value={when}
      options={WHENS.map((each) => ({ value: each, title: t(WHEN_NAMES[each]) }))}
      onChange={(next) => change({ when: next === whenOf({ ...filters, when: undefined }) ? undefined : next })}
    />
  )
  const aside = (
    <>
      {!isWide && choice}
      <output className="sr-only">{appointments && t('row.shown', { number: appointments.length })}</output>
      <div className={live === 'live' ? 'max-sm:hidden' : ''}>
        <LiveMark state={live} />
      </div>
    </>
  )
  return (
    <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-2 sm:gap-3">
      <PageHead title={t('list.title')} titleId={APPOINTMENTS_HEADING} back={t('list.back')}>
        <ExportButton filter={filter} zone={zone} />
        <BookButton {...(doctors && { doctors })} />
      </PageHead>
      <FilterBar filters={filters} onChange={change} doctors={doctors ?? []} aside={isWide && choice} />
      {appointments ? (
        <AppointmentList
          appointments={appointments}
          empty={
            isFiltered(filters) ? (
              <p className="text-muted">{t('list.noMatch')}</p>
            ) : (
              <EmptyState icon={CalendarDays} title={t('doctorPanel.none')} text={t('dashboard.emptyText')} />
            )
          }
          place="dashboard"
          ownZone={ownZone}
          ownDoctorId={ownDoctorId}
          dayHeading="h2"
          aside={aside}
          isAsideWide={!isWide}
          isLateFirst={when === 'coming'}
          isOverFolded={when === 'coming' && !isFiltered(filters)}
          onMore={hasNextPage ? () => void fetchNextPage() : undefined}
          isLoadingMore={isFetchingNextPage}
          count={t('row.shown', { number: appointments.length })}
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
