import { CalendarDays, ChevronDown, ListChecks, type LucideIcon, ScrollText, Settings, Stethoscope, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { Guard } from '../components/guard.tsx'
import { PageHead } from '../components/page-head.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Banner } from '../components/ui/banner.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { MENU_ITEM, Menu } from '../components/ui/menu.tsx'
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
import { classes } from '../lib/classes.ts'
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
      <PageHead
        title={t(isAdmin(person) ? 'dashboard.heading' : 'nav.doctorPanel')}
        eyebrow={isAdmin(person) && t('dashboard.adminTitle')}
        lead={t('dashboard.lead')}
      />
      <QuickActions person={person} />
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
  const actions: { to: string; label: string; icon: LucideIcon; isShown: boolean; isInMenu?: true }[] = [
    { to: '/admin/appointments', label: t('list.title'), icon: ListChecks, isShown: isAdmin(person) },
    { to: '/admin/people', label: t('nav.people'), icon: UsersRound, isShown: isAdmin(person) },
    { to: '/doctor-management', label: t('nav.doctorManagement'), icon: Settings, isShown: isAdmin(person), isInMenu: true },
    { to: '/appointments', label: t('booking.title'), icon: CalendarDays, isShown: isAdmin(person), isInMenu: true },
    { to: '/admin/logs', label: t('dashboard.toLogs'), icon: ScrollText, isShown: isAdmin(person), isInMenu: true },
    {
      to: '/doctor',
      label: t('dashboard.toPanel'),
      icon: Stethoscope,
      isShown: isDoctor(person),
      ...(isAdmin(person) && { isInMenu: true }),
    },
  ]
  const shown = actions.filter(({ isShown }) => isShown)
  const more = shown.filter(({ isInMenu }) => isInMenu)
  return (
    <section
      aria-label={t('dashboard.quick')}
      // On a phone in one line: what waits for an answer comes into the first view. The bottom bar leads to most of the others.
      className="grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-2 sm:flex sm:flex-wrap sm:gap-3"
    >
      {shown.map(({ to, label, icon: Icon, isInMenu }) => (
        <ButtonLink
          key={to}
          to={to}
          look="secondary"
          className={classes('max-sm:px-2.5! max-sm:text-sm max-sm:leading-5', isInMenu && 'max-sm:hidden')}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-brass max-sm:hidden" />
          {label}
        </ButtonLink>
      ))}
      {more.length > 0 && (
        <Menu
          align="end"
          className="rounded-box border border-control bg-surface text-sm font-medium sm:hidden [&>summary]:h-full [&>summary]:min-h-12 [&>summary]:justify-center"
          label={
            <>
              {t('appointments.more')}
              <ChevronDown aria-hidden="true" className="size-4 text-brass" />
            </>
          }
        >
          {more.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className={MENU_ITEM}>
              <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
              {label}
            </Link>
          ))}
        </Menu>
      )}
    </section>
  )
}
