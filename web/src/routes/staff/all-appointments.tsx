import { Guard } from '../../components/guard.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { AllAppointments } from '../../features/appointments/staff/desk/all-appointments.tsx'
import { allAppointments, NO_FILTERS } from '../../features/appointments/staff/lists/list-filters.ts'
import { appointmentPages } from '../../features/appointments/staff/use-staff-appointments.ts'
import { useDoctors, useOwnDoctor } from '../../features/doctors/queries.ts'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { profileOf, useProfile } from '../../features/profile/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { queryClient } from '../../lib/data/query-client.ts'
import { isDoctor, type SignedIn as Person } from '../../lib/session/session-state.ts'
import { browserZone } from '../../lib/time/zones.ts'

export async function preload(person: Person, search: URLSearchParams) {
  // The zone does not matter while no days are chosen.
  const list = allAppointments(NO_FILTERS, browserZone())
  await Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    queryClient.prefetchQuery(profileOf(person)),
    search.size === 0 && queryClient.prefetchInfiniteQuery(appointmentPages(list)),
  ])
}

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
  const profile = useProfile(person)
  const doctors = useDoctors()
  const own = useOwnDoctor(person.id, isDoctor(person))
  const live = useLiveAppointments(person.id, 'all')
  return (
    <div className="page py-2 sm:py-5">
      <AllAppointments
        doctors={doctors.data}
        ownZone={profile.isPending ? undefined : ownZoneOf(profile.data)}
        ownDoctorId={own.data?.id}
        live={live}
      />
    </div>
  )
}
