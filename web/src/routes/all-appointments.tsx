import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Guard } from '../components/guard.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { useLiveAppointments } from '../features/appointments/live.ts'
import { AllAppointments } from '../features/appointments/staff/all-appointments.tsx'
import { allAppointments, readFilters } from '../features/appointments/staff/list-filters.ts'
import { appointmentPages } from '../features/appointments/use-staff-appointments.ts'
import { useDoctors, useOwnDoctor } from '../features/doctors/queries.ts'
import { ownZoneOf } from '../features/profile/own-zone.ts'
import { profileOf, useProfile } from '../features/profile/queries.ts'
import { staffState } from '../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { queryClient } from '../lib/query-client.ts'
import { isDoctor, type SignedIn as Person } from '../lib/session.ts'
import { browserZone } from '../lib/zones.ts'

export const preload = (person: Person) =>
  Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    queryClient.prefetchQuery(profileOf(person)),
    !location.search &&
      queryClient.prefetchInfiniteQuery(appointmentPages(allAppointments(readFilters(new URLSearchParams()), browserZone()))),
  ])

export default function AllAppointmentsPage() {
  return (
    <Guard requiredRoles={['admin']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <Page person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function Page({ person }: { person: Person }) {
  const { t } = useI18n()
  const profile = useProfile(person)
  const doctors = useDoctors()
  const own = useOwnDoctor(person.id, isDoctor(person))
  const live = useLiveAppointments(person.id, 'all')
  return (
    <div className="page grid grid-cols-1 gap-2 py-3 sm:py-6 lg:py-10">
      <Link
        to="/admin"
        className="-ms-3 flex min-h-11 items-center gap-2 justify-self-start rounded-box px-3 text-muted hover:bg-tint hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="mirrored size-4" />
        {t('list.back')}
      </Link>
      <AllAppointments doctors={doctors.data} ownZone={profile.data && ownZoneOf(profile.data)} ownDoctorId={own.data?.id} live={live} />
    </div>
  )
}
