import { CalendarDays, UserRoundX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Guard } from '../../components/guard.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { CalendarSkeleton } from '../../features/appointments/staff/calendar/calendar-skeleton.tsx'
import { CalendarView } from '../../features/appointments/staff/calendar/calendar-view.tsx'
import { useLiveCalendar } from '../../features/appointments/staff/calendar/use-live-calendar.ts'
import { useDoctors, useOwnDoctor } from '../../features/doctors/queries.ts'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { profileOf, useProfile } from '../../features/profile/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { queryClient } from '../../lib/data/query-client.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { isAdmin, type SignedIn as Person } from '../../lib/session/session-state.ts'

const WaitingList = lazy(() => import('../../features/call/waiting/waiting-list.tsx').catch(() => ({ default: () => null })))

export const preload = (person: Person) =>
  Promise.all([queryClient.prefetchQuery(staffState(person.id)), queryClient.prefetchQuery(profileOf(person))])

export default function CalendarRoute() {
  return (
    <Guard requiredRoles={['admin', 'doctor']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <CalendarPage person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function CalendarPage({ person }: { person: Person }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { data: doctor } = useOwnDoctor(person.id)
  /** The element beside the title that holds the facts about the calendar in a wide window. */
  const [head, setHead] = useState<HTMLDivElement | null>(null)
  return (
    <div className="page grid grid-cols-1 gap-2 py-2 md:py-5">
      {/* On a phone the date replaces the title. */}
      <div className="max-md:sr-only">
        <PageHead title={t('calendar.title')} actionsRef={setHead} />
      </div>
      {doctor && (
        <Suspense>
          <WaitingList doctorId={doctor.id} onEnter={(id) => navigate(`/call/${id}`, { state: { join: {} } })} />
        </Suspense>
      )}
      {isAdmin(person) ? <AllCalendars person={person} head={head} /> : <OwnCalendar person={person} head={head} />}
    </div>
  )
}

interface CalendarProps {
  person: Person
  head: HTMLElement | null
}

function OwnCalendar({ person, head }: CalendarProps) {
  const { t } = useI18n()
  const { data: doctor, error, refetch } = useOwnDoctor(person.id)
  const profile = useProfile(person)
  const live = useLiveCalendar(person.id, doctor ? { doctor_id: doctor.id } : undefined)
  if (doctor && !profile.isPending)
    return (
      <CalendarView
        doctors={[doctor]}
        ownDoctorId={doctor.id}
        ownZone={ownZoneOf(profile.data)}
        live={live}
        head={head}
        hasChoice={false}
      />
    )
  if (doctor === null) return <EmptyState icon={UserRoundX} title={t('doctorPanel.noRecordTitle')} text={t('doctorPanel.noRecord')} />
  if (error) return <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void refetch()} />
  return <CalendarSkeleton columns={7} />
}

function AllCalendars({ person, head }: CalendarProps) {
  const { t } = useI18n()
  const { data: doctors, error, refetch } = useDoctors()
  const own = useOwnDoctor(person.id)
  const profile = useProfile(person)
  const live = useLiveCalendar(person.id, 'all')
  if (error && !doctors) return <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!doctors || profile.isPending) return <CalendarSkeleton columns={7} />
  if (!doctors.length)
    return (
      <EmptyState
        icon={CalendarDays}
        title={t('calendar.noDoctors')}
        text={t('calendar.noDoctorsText')}
        action={<ButtonLink to="/doctor-management">{t('calendar.addDoctor')}</ButtonLink>}
      />
    )
  return <CalendarView doctors={doctors} ownDoctorId={own.data?.id} ownZone={ownZoneOf(profile.data)} live={live} head={head} hasChoice />
}
