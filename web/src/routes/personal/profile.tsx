import { CalendarPlus, MessageCircle } from 'lucide-react'
import { Suspense, useState } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { NearView } from '../../components/near-view.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { Button, ButtonLink, buttonLook } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FormSkeleton, RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { PhoneSection } from '../../components/ui/phone-section.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { AppointmentCounters } from '../../features/appointments/patient/mine/appointment-counters.tsx'
import { AppointmentHistory } from '../../features/appointments/patient/mine/appointment-history.tsx'
import { NextAppointment, NextAppointmentSkeleton, nextUpcoming } from '../../features/appointments/patient/mine/next-appointment.tsx'
import { type MyAppointment, myAppointments, useMyAppointments } from '../../features/appointments/patient/own-queries.ts'
import { useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { AccountCard } from '../../features/profile/account-card.tsx'
import { CardOpenings } from '../../features/profile/card-openings.tsx'
import { DataExport } from '../../features/profile/data-export.tsx'
import { EraseAccount } from '../../features/profile/erase-account.tsx'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { ProfileDetails, ProfileDetailsSkeleton } from '../../features/profile/profile-details.tsx'
import { peopleOf, profileKey, profileOf, useProfile, useSaveProfile } from '../../features/profile/queries.ts'
import { ZoneOffer } from '../../features/profile/zone-offer.tsx'
import { classes } from '../../lib/classes.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { useLocation } from '../../lib/router/router.tsx'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'
import { useNow } from '../../lib/time/use-now.ts'

const ChangePasswordForm = lazyPart(async () => ({
  default: (await import('../../features/account/change-password-form.tsx')).ChangePasswordForm,
}))

export const preload = (person: Person) =>
  Promise.all([queryClient.prefetchQuery(profileOf(person)), queryClient.prefetchQuery(myAppointments(person.id))])

export default function Profile() {
  const { t } = useI18n()
  return <SignedIn prompt={t('profile.signInPrompt')}>{(person) => <ProfilePage person={person} />}</SignedIn>
}

function ProfilePage({ person }: { person: Person }) {
  const { t, language } = useI18n()
  const profile = useProfile(person)
  const { mutateAsync: save } = useSaveProfile(person.id)
  const appointments = useMyAppointments(person.id)
  useLiveAppointments(person.id, { user_id: person.id })
  const historyFailed = appointments.error && !appointments.data && (
    <LoadFailed title={t('profile.historyFailed')} error={appointments.error} onRetry={() => void appointments.refetch()} />
  )
  return (
    <div className="page grid grid-cols-1 gap-4 py-3 sm:gap-6 sm:py-5">
      <TopLine />
      {profile.data && <ZoneOffer profile={profile.data} onAdopt={(timezone) => save({ timezone })} />}
      {historyFailed || <AtAGlance appointments={appointments.data} ownZone={ownZoneOf(profile.data)} />}
      <Tabs
        label={t('profile.sections')}
        isDense
        direction={directionOf(language)}
        tabs={[
          { id: 'details', title: t('profile.tabDetails'), content: <Details person={person} profile={profile} />, isKept: true },
          {
            id: 'history',
            title: t('profile.tabHistory'),
            content: historyFailed || <AppointmentHistory appointments={appointments.data} ownZone={ownZoneOf(profile.data)} />,
          },
          { id: 'relatives', title: t('profile.tabRelatives'), content: <Relatives person={person} profile={profile} /> },
        ]}
      />
    </div>
  )
}

/** The next appointment, and the counters of all appointments. */
function AtAGlance({ appointments, ownZone }: { appointments: MyAppointment[] | undefined; ownZone: string }) {
  const now = useNow()
  const next = appointments && nextUpcoming(appointments, now)
  const hasNext = Boolean(next) || !appointments
  return (
    <div className={classes('grid grid-cols-1 gap-4 sm:gap-6', hasNext && 'lg:grid-cols-[minmax(0,1fr)_22rem]')}>
      {next && <NextAppointment appointment={next} ownZone={ownZone} />}
      {!appointments && <NextAppointmentSkeleton />}
      <AppointmentCounters appointments={appointments} isBeside={hasNext} />
    </div>
  )
}

/** The profile says whether there are any people, so that users without any cause no request. */
function Relatives({ person, profile: { data, error, refetch } }: { person: Person; profile: ReturnType<typeof useProfile> }) {
  const { t } = useI18n()
  if (error && !data) return <LoadFailed title={t('profile.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  return (
    <RelativesTab
      owner={{ userId: person.id, profileKey: profileKey(person.id), timezone: ownZoneOf(data) }}
      isAnybody={data.people.length > 0}
    />
  )
}

/** Loaded only in the dialog, and only for users who act for others. */
function AlsoGoes({ person, profile }: { person: Person; profile: ReturnType<typeof useProfile>['data'] }) {
  if (!profile?.people.length) return null
  return <OnlyGuardian owner={{ userId: person.id, profileKey: profileKey(person.id), timezone: ownZoneOf(profile) }} />
}

function TopLine() {
  const { t } = useI18n()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{t('profile.title')}</h1>
      <section
        aria-label={t('quick.title')}
        className="flex w-full flex-wrap gap-2 max-sm:*:grow max-sm:*:px-2.5 max-sm:*:text-sm sm:w-auto sm:gap-3"
      >
        <ButtonLink to="/appointments">
          <CalendarPlus aria-hidden="true" className="size-4" />
          {t('quick.book')}
        </ButtonLink>
        {company.whatsApp && (
          <a
            href={`https://wa.me/${company.whatsApp}`}
            target="_blank"
            rel="noreferrer"
            className={buttonLook('quiet', 'text-muted! sm:-me-5')}
          >
            <MessageCircle aria-hidden="true" className="size-4 text-brass" />
            {/* On a phone only the name is shown, so that both actions fit on one line in every language. */}
            <span aria-hidden="true" className="sm:hidden">
              {t('quick.whatsAppShort')}
            </span>
            <span className="max-sm:sr-only">{t('quick.whatsApp')}</span>
            <span className="sr-only">({t('quick.newTab')})</span>
          </a>
        )}
      </section>
    </div>
  )
}

function Details({ person, profile }: { person: Person; profile: ReturnType<typeof useProfile> }) {
  const { t } = useI18n()
  const isSecurityWanted = useLocation().hash === '#security'
  return (
    // The account stands beside the details and their actions. On a phone it comes between them.
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr]">
      {profile.data ? (
        <ProfileDetails profile={profile.data} />
      ) : profile.error ? (
        <LoadFailed title={t('profile.loadFailed')} error={profile.error} onRetry={() => void profile.refetch()} />
      ) : (
        <ProfileDetailsSkeleton />
      )}
      <div className={classes(GROUP, 'lg:col-start-2 lg:row-span-3 lg:row-start-1')}>
        <AccountCard
          email={person.email}
          change={
            <NearView placeholder={<Skeleton className="my-2 h-5 w-48" />}>
              <EmailChange person={person} />
            </NearView>
          }
        >
          <ChangePassword />
        </AccountCard>
        <PhoneSection id="security" title={t('security.title')}>
          <NearView placeholder={<PartSkeleton className="h-56" />} isWanted={isSecurityWanted}>
            <SecurityCard person={person} />
          </NearView>
        </PhoneSection>
      </div>
      {profile.data && (
        // Grouped, because both are about access to the health data.
        <div className={GROUP}>
          <PhoneSection id="consent" title={t('consent.title')}>
            <NearView placeholder={<PartSkeleton className="h-24" />}>
              <ConsentCard profile={profile.data} />
            </NearView>
          </PhoneSection>
          <NearView placeholder={<PartSkeleton className="my-6 h-28 max-sm:hidden" />}>
            <CardOpenings userId={person.id} ownZone={ownZoneOf(profile.data)} people={peopleOf(profile.data)} />
          </NearView>
        </div>
      )}
      <div className={classes(GROUP, 'sm:grid-cols-2 sm:gap-x-10 sm:*:border-t-0!')}>
        <DataExport />
        <EraseAccount person={person} alsoGoes={<AlsoGoes person={person} profile={profile.data} />} />
      </div>
    </div>
  )
}

/** Parts of one card, separated by lines. */
const GROUP = 'grid rounded-box border border-line bg-surface px-5 *:not-first:border-t *:not-first:border-line sm:px-6'

/** A placeholder for a heading, some text and a button. */
function PartSkeleton({ className }: { className: string }) {
  return (
    <div className={classes('grid content-start gap-3 overflow-hidden', className)}>
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-2 h-5 w-40" />
    </div>
  )
}

const RelativesTab = lazyPart(() => import('../../features/relatives/relatives-tab.tsx'), {
  failed: 'profile.loadFailed',
  fallback: <RowsSkeleton />,
})
const OnlyGuardian = lazyPart(() => import('../../features/relatives/only-guardian.tsx'), {
  failed: 'profile.loadFailed',
  fallback: <RowsSkeleton />,
})
const ConsentCard = lazyPart(() => import('../../features/profile/consent-card.tsx'))
const EmailChange = lazyPart(() => import('../../features/account/email-change.tsx'))
const SecurityCard = lazyPart(() => import('../../features/second-factor/security-card.tsx'))

function ChangePassword() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button look="text">{t('accountCard.changePassword')}</Button>}
      title={t('accountCard.changePassword')}
      description={t('accountCard.changePasswordText')}
      closeLabel={t('profile.close')}
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <Suspense fallback={<FormSkeleton fields={3} />}>
        <ChangePasswordForm onDone={() => setIsOpen(false)} />
      </Suspense>
    </Dialog>
  )
}
