import { CalendarDays, ListChecks, ScrollText, Settings, Stethoscope, UsersRound } from 'lucide-react'
import { Guard } from '../components/guard.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Banner } from '../components/ui/banner.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { areApproved } from '../content/legal-documents.ts'
import { PAGE_SIZE } from '../features/appointments/fields.ts'
import { useLiveAppointments } from '../features/appointments/live.ts'
import { DashboardCounters } from '../features/appointments/staff/dashboard-counters.tsx'
import { PendingAppointments } from '../features/appointments/staff/pending-appointments.tsx'
import { pending, stats } from '../features/appointments/use-staff-appointments.ts'
import { useOwnDoctor } from '../features/doctors/queries.ts'
import { ownZoneOf } from '../features/profile/own-zone.ts'
import { profileOf, useProfile } from '../features/profile/queries.ts'
import { staffState } from '../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../features/second-factor/staff-second-factor.tsx'
import { useI18n } from '../lib/i18n.tsx'
import { queryClient } from '../lib/query-client.ts'
import { isAdmin, isDoctor, type SignedIn as Person } from '../lib/session.ts'

export function preload(person: Person) {
  // Counting takes longest. The rows do not wait for it.
  void queryClient.prefetchQuery(stats)
  return Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    queryClient.prefetchQuery(profileOf(person)),
    queryClient.prefetchQuery(pending(person, PAGE_SIZE)),
  ])
}

export default function Dashboard() {
  return (
    <Guard requiredRoles={['admin', 'doctor']}>
      <SignedIn>
        {(person) => (
          <StaffSecondFactor person={person}>
            <DashboardPage person={person} />
          </StaffSecondFactor>
        )}
      </SignedIn>
    </Guard>
  )
}

function DashboardPage({ person }: { person: Person }) {
  const { t } = useI18n()
  const profile = useProfile(person)
  const own = useOwnDoctor(person.id, isDoctor(person))
  const live = useLiveAppointments(person.id, 'all')
  return (
    <div className="page grid grid-cols-1 gap-4 py-5 sm:gap-6 sm:py-6 lg:gap-8 lg:py-10">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1 sm:gap-2">
          {isAdmin(person) && <p className="eyebrow text-muted">{t('dashboard.adminTitle')}</p>}
          <h1 className="font-display text-3xl font-semibold">{t(isAdmin(person) ? 'dashboard.heading' : 'nav.doctorPanel')}</h1>
          <p className="max-w-[65ch] text-muted max-sm:text-sm">{t('dashboard.lead')}</p>
        </div>
        <QuickActions person={person} />
      </div>
      {isAdmin(person) && !areApproved && (
        <Banner tone="info">
          <p className="max-sm:text-sm">{t('dashboard.legalNotApproved')}</p>
        </Banner>
      )}
      <DashboardCounters />
      <PendingAppointments person={person} ownZone={profile.data && ownZoneOf(profile.data)} ownDoctorId={own.data?.id} live={live} />
    </div>
  )
}

function QuickActions({ person }: { person: Person }) {
  const { t } = useI18n()
  const actions = [
    { to: '/admin/appointments', label: t('list.title'), icon: ListChecks, isShown: isAdmin(person) },
    { to: '/doctor-management', label: t('nav.doctorManagement'), icon: Settings, isShown: isAdmin(person) },
    { to: '/admin/people', label: t('nav.people'), icon: UsersRound, isShown: isAdmin(person) },
    { to: '/appointments', label: t('booking.title'), icon: CalendarDays, isShown: isAdmin(person) },
    { to: '/admin/logs', label: t('dashboard.toLogs'), icon: ScrollText, isShown: isAdmin(person) },
    { to: '/doctor', label: t('dashboard.toPanel'), icon: Stethoscope, isShown: isDoctor(person) },
  ].filter(({ isShown }) => isShown)
  return (
    <section
      aria-label={t('dashboard.quick')}
      // On a phone in one line that scrolls: what waits for an answer comes into the first view.
      className="flex gap-2 max-sm:-mx-5 max-sm:w-[calc(100%+2.5rem)] max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 max-sm:[scrollbar-width:none] sm:flex-wrap sm:gap-3"
    >
      {actions.map(({ to, label, icon: Icon }) => (
        <ButtonLink key={to} to={to} look="secondary" className="max-sm:shrink-0 max-sm:px-3.5 max-sm:text-sm">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
          {label}
        </ButtonLink>
      ))}
    </section>
  )
}
