// A doctor's own appointments: today's and later ones first, then past and cancelled ones.
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../components/ui/row-list-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { LiveState } from '../../../lib/live.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { DeskDoctor } from '../desk/book-for-patient.ts'
import type { Appointment, ListFilter } from '../staff-queries.ts'
import { useAppointmentCounts, useAppointmentPages } from '../use-staff-appointments.ts'
import { AppointmentList } from './appointment-list.tsx'
import { FilterBar } from './filter-bar.tsx'
import { isFiltered, useListFilters } from './list-filters.ts'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { OwnCounters } from './own-counters.tsx'
import { ownLists } from './own-lists.ts'
import { UnclosedAppointments } from './unclosed-appointments.tsx'
import { useNewsToasts } from './use-news-toasts.ts'

/** A doctor with no more than this needs no filter. */
const MAX_UNFILTERED = 10
const PAST_HEADING = 'past-appointments'

interface OwnAppointmentsProps {
  doctor: DeskDoctor
  live: LiveState
  onNote: (appointment: Appointment) => void
  /** The call and the files of the appointment. */
  renderPanel?: (appointment: Appointment) => ReactNode
}

export function OwnAppointments({ doctor, live, ...list }: OwnAppointmentsProps) {
  const { t } = useI18n()
  const { filters, change } = useListFilters()
  const { today, coming, past } = ownLists(doctor, filters, useNow())
  const counts = useAppointmentCounts(doctor.id, today)
  const isEmpty = counts.data?.total === 0
  // The lists are there before the counters. Filters that came with these would push the rows down.
  const listed = rowsIn(useAppointmentPages(coming).data) + rowsIn(useAppointmentPages(past).data)
  const hasFilters = Math.max(listed, counts.data?.total ?? 0) > MAX_UNFILTERED || isFiltered(filters)
  // Another filter is another list: what it shows first is not news.
  const params = JSON.stringify(filters)
  const part = { doctorId: doctor.id, zone: doctor.timezone, isFiltered: isFiltered(filters), ...list }
  return (
    <div className="grid grid-cols-1 gap-6 lg:gap-8">
      <OwnCounters doctorId={doctor.id} today={today} />
      {isEmpty ? (
        <EmptyState icon={CalendarDays} title={t('doctorPanel.empty')} text={t('doctorPanel.emptyText')} />
      ) : (
        <>
          <UnclosedAppointments doctor={doctor} />
          <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-4">
            <div className="flex flex-wrap items-end justify-between gap-4">
              <h2 id={APPOINTMENTS_HEADING} tabIndex={-1} className="text-xl font-semibold outline-none">
                {t('doctorPanel.coming')}
              </h2>
              <LiveMark state={live} />
            </div>
            {hasFilters && <FilterBar filters={filters} onChange={change} />}
            <Part key={`coming ${params}`} filter={coming} {...part} />
          </section>
          <section aria-labelledby={PAST_HEADING} className="grid grid-cols-1 gap-4">
            <h2 id={PAST_HEADING} className="text-xl font-semibold">
              {t('doctorPanel.past')}
            </h2>
            <Part key={`past ${params}`} filter={past} {...part} />
          </section>
        </>
      )}
    </div>
  )
}

const rowsIn = (list: { pages: Appointment[][] } | undefined) => list?.pages.flat().length ?? 0

interface PartProps extends Pick<OwnAppointmentsProps, 'onNote' | 'renderPanel'> {
  filter: ListFilter
  doctorId: string
  isFiltered: boolean
  zone: string
}

function Part({ filter, doctorId, isFiltered: isNarrowed, zone, onNote, renderPanel }: PartProps) {
  const { t } = useI18n()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAppointmentPages(filter)
  const appointments = useMemo(() => data?.pages.flat(), [data])
  useNewsToasts(appointments, data?.pages.length ?? 0)
  if (error && !data) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!appointments) return <RowListSkeleton />
  return (
    <AppointmentList
      appointments={appointments}
      empty={<p className="text-muted">{t(isNarrowed ? 'list.noMatch' : 'doctorPanel.none')}</p>}
      place="panel"
      ownZone={zone}
      dayHeading="h3"
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      isLoadingMore={isFetchingNextPage}
      count={t('row.shown', { number: appointments.length })}
      ownDoctorId={doctorId}
      onNote={onNote}
      renderPanel={renderPanel}
    />
  )
}
