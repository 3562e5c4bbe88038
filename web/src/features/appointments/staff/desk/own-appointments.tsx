// A doctor's own appointments: today's and later ones first, then past and cancelled ones.
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { RowListSkeleton } from '../../../../components/ui/row-list-skeleton.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { classes } from '../../../../lib/classes.ts'
import type { LiveState } from '../../../../lib/data/live.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import type { DeskDoctor } from '../desk-doctor.ts'
import { AppointmentList } from '../lists/appointment-list.tsx'
import { FilterBar } from '../lists/filter-bar.tsx'
import { listClock } from '../lists/list-clock.ts'
import { isFiltered, NO_FILTERS, useListFilters } from '../lists/list-filters.ts'
import { APPOINTMENTS_HEADING } from '../lists/list-focus.ts'
import { NextUp, nextOf } from '../lists/next-up.tsx'
import { ownLists } from '../lists/own-lists.ts'
import { maxUnclosed, UnclosedAppointments } from '../lists/unclosed-appointments.tsx'
import { useNewsToasts } from '../lists/use-news-toasts.ts'
import type { Appointment, ListFilter } from '../queries.ts'
import { useAppointmentCounts, useAppointmentPages, useUnclosed } from '../use-staff-appointments.ts'
import { OwnCounters } from './own-counters.tsx'

/** A doctor with this many appointments or fewer needs no filter. */
const MAX_UNFILTERED = 10
const PAST_HEADING = 'past-appointments'

interface OwnAppointmentsProps {
  doctor: DeskDoctor
  live: LiveState
  onNote: (appointment: Appointment) => void
  /** The appointments whose patients are waiting for the doctor, even after their end. */
  waitingIds: string[]
  /** Whether the doctor can enter the call of an appointment. */
  isRoomOpen?: (appointment: Appointment, now: Date) => boolean
  /** The call and the files of the appointment. */
  renderPanel?: (appointment: Appointment) => ReactNode
}

export function OwnAppointments({ doctor, live, waitingIds, isRoomOpen, ...list }: OwnAppointmentsProps) {
  const { t, language } = useI18n()
  const { filters, change } = useListFilters()
  const now = useNow()
  const { today, coming, past } = ownLists(doctor, filters, now)
  const counts = useAppointmentCounts(doctor.id, today)
  const isEmpty = counts.data?.total === 0
  // Also counts the listed rows, which load before the counters. Filters that appear later would push the rows down.
  const { data: comingPages, error } = useAppointmentPages(coming)
  const listed = rowsIn(comingPages) + rowsIn(useAppointmentPages(past).data)
  const isNarrowed = isFiltered(filters)
  const hasFilters = Math.max(listed, counts.data?.total ?? 0) > MAX_UNFILTERED || isNarrowed
  const [isUnclosedUnfolded, setIsUnclosedUnfolded] = useState(false)
  const unclosed = withoutWaiting(useUnclosed(doctor.id, maxUnclosed(isUnclosedUnfolded)).data, waitingIds)
  const unclosedIds = useMemo(() => new Set(unclosed?.appointments.map(({ id }) => id)), [unclosed])
  // The next and the unclosed appointments stay visible regardless of the filters.
  const overview = useAppointmentPages(ownLists(doctor, NO_FILTERS, now).coming)
  const all = overview.data?.pages.flat() ?? []
  const comesNext = nextOf(all, now, waitingIds)
  // A waiting patient already has a card above.
  const next = comesNext && !waitingIds.includes(comesNext.id) ? comesNext : undefined
  const isNextToday = next?.appointment_date === today
  // The cards above the list lead into the call already.
  const offersCall = (appointment: Appointment, at: Date) =>
    appointment.id !== next?.id && !waitingIds.includes(appointment.id) && (isRoomOpen?.(appointment, at) ?? false)
  // Another filter shows another list. Its first rows are not news.
  const params = JSON.stringify(filters)
  // Later lists have their own placeholder, so that the filters stay.
  const [isFirstLoad, setIsFirstLoad] = useState(true)
  if (isFirstLoad && (error || (comingPages && !overview.isPending))) setIsFirstLoad(false)
  if (isFirstLoad) return <OwnAppointmentsSkeleton />
  const part = { doctorId: doctor.id, zone: doctor.timezone, title: doctor.title ?? null, isFiltered: isNarrowed, offersCall, ...list }
  return (
    <div className="grid grid-cols-1 gap-3 sm:-mt-2">
      <div
        className={classes(
          // On a phone its parts are in the grid around it, where the counters follow the list.
          'max-sm:contents sm:grid sm:grid-cols-1 sm:gap-3',
          next && (isNextToday ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'),
        )}
      >
        {next && (
          <NextUp
            appointment={next}
            city={listClock(all, doctor.timezone) && cityOf(next.timezone, language)}
            isToday={isNextToday}
            isRoomOpen={isRoomOpen?.(next, now) ?? false}
            isBesideWaiting={waitingIds.length > 0}
          />
        )}
        <OwnCounters doctorId={doctor.id} today={today} isBesideCard={next !== undefined} />
      </div>
      {isEmpty ? (
        <EmptyState icon={CalendarDays} title={t('doctorPanel.empty')} text={t('doctorPanel.emptyText')} />
      ) : (
        <>
          <UnclosedAppointments doctor={doctor} unclosed={unclosed} isUnfolded={isUnclosedUnfolded} onUnfold={setIsUnclosedUnfolded} />
          <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-1 sm:gap-2">
            <div className="relative flex flex-wrap items-start gap-x-6 lg:min-h-11">
              <h2 id={APPOINTMENTS_HEADING} tabIndex={-1} className="py-2 text-lg leading-6 font-semibold outline-none lg:py-3">
                {t('doctorPanel.coming')}
              </h2>
              {hasFilters && <FilterBar filters={filters} onChange={change} isSearchFolded />}
            </div>
            <Part
              key={`coming ${params}`}
              filter={coming}
              aside={
                <div className={live === 'live' ? 'max-sm:hidden' : ''}>
                  <LiveMark state={live} />
                </div>
              }
              isLateFirst
              shownAbove={isNarrowed ? undefined : unclosedIds}
              isOverFolded={!isNarrowed}
              {...part}
            />
          </section>
          <section aria-labelledby={PAST_HEADING} className="mt-4 grid grid-cols-1 gap-1 max-sm:order-2 sm:gap-2">
            <h2 id={PAST_HEADING} className="text-lg font-semibold">
              {t('doctorPanel.past')}
            </h2>
            <Part key={`past ${params}`} filter={past} {...part} />
          </section>
        </>
      )}
    </div>
  )
}

/** Also replaces the counters and headings, because the card above would push them down when it appears. */
export function OwnAppointmentsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3 sm:-mt-2">
      <div className="grid grid-cols-1 gap-2 sm:gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Skeleton className="h-19 rounded-box! lg:h-23.5" />
        <Skeleton className="h-19 rounded-box! max-sm:hidden lg:h-23.5" />
      </div>
      <Skeleton className="h-12 rounded-box! max-sm:h-6 max-sm:w-40" />
      <RowListSkeleton />
    </div>
  )
}

/** Leaves out appointments whose patients are still waiting, because they are not over. */
function withoutWaiting(unclosed: ReturnType<typeof useUnclosed>['data'], waitingIds: string[]) {
  const appointments = unclosed?.appointments.filter(({ id }) => !waitingIds.includes(id))
  return unclosed && appointments && { appointments, total: unclosed.total - (unclosed.appointments.length - appointments.length) }
}

const rowsIn = (list: { pages: Appointment[][] } | undefined) => list?.pages.flat().length ?? 0

interface PartProps extends Pick<OwnAppointmentsProps, 'onNote' | 'renderPanel'> {
  offersCall: (appointment: Appointment, now: Date) => boolean
  filter: ListFilter
  doctorId: string
  /** The doctor's, whose name stands in the dialogs of the rows. */
  title: string | null
  isFiltered: boolean
  zone: string
  aside?: ReactNode
  isLateFirst?: boolean
  shownAbove?: ReadonlySet<string> | undefined
  isOverFolded?: boolean
}

function Part({ filter, doctorId, title, isFiltered: isNarrowed, zone, ...list }: PartProps) {
  const { t } = useI18n()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAppointmentPages(filter)
  const appointments = useMemo(() => data?.pages.flat().map((each) => ({ ...each, doctor: { ...each.doctor, title } })), [data, title])
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
      {...list}
    />
  )
}
