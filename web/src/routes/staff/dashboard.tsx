import { useQuery } from '@tanstack/react-query'
import {
  CalendarDays,
  ChartColumn,
  Ellipsis,
  Inbox,
  ListChecks,
  type LucideIcon,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Stethoscope,
  UsersRound,
} from 'lucide-react'
import { missingIn } from '../../../../supabase/functions/_shared/missing-settings.ts'
import { Checklist, type MissingItem } from '../../components/checklist.tsx'
import { Guard } from '../../components/guard.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { MENU_ITEM, Menu } from '../../components/ui/menu.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { areApproved } from '../../content/legal-documents.ts'
import { COMPANY_FIELDS, companySettings } from '../../domain/company-settings.ts'
import { useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { DashboardCounters } from '../../features/appointments/staff/desk/dashboard-counters.tsx'
import { PendingAppointments } from '../../features/appointments/staff/desk/pending-appointments.tsx'
import { PhoneReminders } from '../../features/appointments/staff/desk/phone-reminders.tsx'
import { phoneReminders } from '../../features/appointments/staff/desk/phone-reminders-query.ts'
import { readPendingOrder } from '../../features/appointments/staff/pending-order.ts'
import { PAGE_SIZE, pending, stats, useStats } from '../../features/appointments/staff/use-staff-appointments.ts'
import { useOwnDoctor } from '../../features/doctors/queries.ts'
import { openMessages, useLiveMessages } from '../../features/logs/open-messages.ts'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { profileOf, useProfile } from '../../features/profile/queries.ts'
import { staffState } from '../../features/second-factor/queries.ts'
import { StaffSecondFactor } from '../../features/second-factor/staff-second-factor.tsx'
import { classes } from '../../lib/classes.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { listOf } from '../../lib/languages.ts'
import { Link } from '../../lib/router/link.tsx'
import { isAdmin, isDoctor, type SignedIn as Person } from '../../lib/session/session-state.ts'

export function preload(person: Person, search: URLSearchParams) {
  // Counting takes longest, so the rows do not wait for it.
  void queryClient.prefetchQuery(stats)
  if (isAdmin(person)) {
    void queryClient.prefetchQuery(openMessages)
    void queryClient.prefetchQuery(phoneReminders)
    void queryClient.prefetchQuery(companySettings)
  }
  return Promise.all([
    queryClient.prefetchQuery(staffState(person.id)),
    queryClient.prefetchQuery(profileOf(person)),
    queryClient.prefetchQuery(pending(person, PAGE_SIZE, readPendingOrder(search))),
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
    <div className="page grid grid-cols-1 gap-2.5 py-3 sm:gap-4 sm:py-5">
      <PageHead title={t(isAdmin(person) ? 'dashboard.heading' : 'nav.doctorPanel')} eyebrow={isAdmin(person) && t('dashboard.adminTitle')}>
        <QuickActions person={person} />
      </PageHead>
      {isAdmin(person) && <FirstDay />}
      <DashboardCounters />
      {isAdmin(person) && <PhoneReminders />}
      <PendingAppointments person={person} ownZone={profile.data && ownZoneOf(profile.data)} ownDoctorId={own.data?.id} live={live} />
    </div>
  )
}

/** A checklist of what the clinic still lacks. */
function FirstDay() {
  const { t, language } = useI18n()
  const { data } = useStats()
  const { data: settings } = useQuery(companySettings)
  // Reserves the line from the beginning, so that nothing moves down later.
  if (!data) return areApproved ? null : <Skeleton className="h-11" />
  const { doctors, without_hours } = data
  const missing = settings ? missingIn(settings).map((column) => t(COMPANY_FIELDS[column])) : []
  const items: MissingItem[] = [
    ...(doctors === 0 ? [{ text: t('firstDay.noDoctors'), to: '/admin/people' }] : []),
    ...(without_hours > 0 ? [{ text: t('firstDay.withoutHours', { number: without_hours }), to: '/doctor-management' }] : []),
    ...(missing.length > 0 ? [{ text: t('firstDay.company', { list: listOf(missing, language) }), to: '/admin/site' }] : []),
    ...(areApproved ? [] : [{ text: `${t('dashboard.legalNotApproved')} ${t('dashboard.legalHint')}` }]),
  ]
  return <Checklist title={t('firstDay.title', { number: items.length })} items={items} isOpenAtFirst={doctors === 0} />
}

interface QuickAction {
  to: string
  label: string
  icon: LucideIcon
}

function QuickActions({ person }: { person: Person }) {
  const { t } = useI18n()
  const panel = { to: '/doctor', label: t('dashboard.toPanel'), icon: Stethoscope }
  if (!isAdmin(person)) return <QuickLink to={panel.to} label={panel.label} />
  const others: QuickAction[] = [
    { to: '/admin/appointments', label: t('list.title'), icon: ListChecks },
    { to: '/admin/overview', label: t('dashboard.toOverview'), icon: ChartColumn },
    { to: '/admin/people', label: t('nav.people'), icon: UsersRound },
    { to: '/admin/logs', label: t('dashboard.toLogs'), icon: ScrollText },
    { to: '/admin/site', label: t('dashboard.toSite'), icon: PanelsTopLeft },
  ]
  // The navigation of the page contains these too.
  const known: QuickAction[] = [
    { to: '/doctor-management', label: t('nav.doctorManagement'), icon: Settings },
    { to: '/appointments', label: t('booking.title'), icon: CalendarDays },
    ...(isDoctor(person) ? [panel] : []),
  ]
  return (
    <section aria-label={t('dashboard.quick')} className="-me-3 flex flex-wrap items-center gap-1">
      <OpenMessages userId={person.id} />
      {/* On a phone they are behind one button, so that pending requests are in the first window. */}
      <div className="contents max-sm:hidden">
        {others.map(({ to, label }) => (
          <QuickLink key={to} {...{ to, label }} />
        ))}
      </div>
      <Menu
        align="end"
        isSheet
        className="text-muted [&>summary]:min-w-11 [&>summary]:justify-center"
        name={t('appointments.more')}
        label={<Ellipsis aria-hidden="true" className="size-5" />}
      >
        {[...others, ...known].map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={classes(MENU_ITEM, 'text-ink', others.some((each) => each.to === to) && 'sm:hidden')}>
            <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
            {label}
          </Link>
        ))}
      </Menu>
    </section>
  )
}

/** Leads to the messages without an answer. On a phone it is outside the menu too. */
function OpenMessages({ userId }: { userId: string }) {
  const { t } = useI18n()
  const { data: count } = useQuery(openMessages)
  useLiveMessages(userId)
  return (
    <output>
      {Boolean(count) && (
        <ButtonLink
          to="/admin/logs?tab=messages&open=1"
          look="quiet"
          className="max-sm:-ms-2.5 min-h-11! gap-1.5! px-2.5! text-sm hover:text-action!"
        >
          <Inbox aria-hidden="true" className="size-4 shrink-0 text-brass" />
          {t('dashboard.openMessages', { count: count ?? 0 })}
        </ButtonLink>
      )}
    </output>
  )
}

/** Text without an icon, so that several in a row do not compete with the title. */
function QuickLink({ to, label }: Omit<QuickAction, 'icon'>) {
  return (
    <ButtonLink to={to} look="quiet" className="min-h-11! px-2.5! text-sm font-normal! text-muted! hover:text-action!">
      {label}
    </ButtonLink>
  )
}
