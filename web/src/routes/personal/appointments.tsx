import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Checking } from '../../components/guard.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LiveMark } from '../../components/live-mark.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { prepareToasts } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { isDay, isForWhom, isTime, readDraft } from '../../domain/booking-draft.ts'
import type { PersonBookedFor } from '../../domain/people.ts'
import { BookingDetails, BookingForm } from '../../features/appointments/patient/booking/booking-form.tsx'
import { BookingSkeleton } from '../../features/appointments/patient/booking/booking-skeleton.tsx'
import type { RequestedBooking } from '../../features/appointments/patient/booking/booking-state.ts'
import { soonestTimes, useIsListReady } from '../../features/appointments/patient/booking/next-times.ts'
import { MyAppointmentsSkeleton } from '../../features/appointments/patient/mine/my-appointments-skeleton.tsx'
import { isUpcoming } from '../../features/appointments/patient/mine/upcoming.ts'
import { type MyAppointment, myAppointments, useMyAppointments } from '../../features/appointments/patient/own-queries.ts'
import { MY_APPOINTMENTS } from '../../features/appointments/shared/heading.ts'
import { refreshAppointments, useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { DoctorHelp } from '../../features/doctors/help.tsx'
import {
  bookableDoctors,
  type Doctor,
  useBookableDoctors,
  useDoctorsForVisitors,
  useReloadDoctors,
} from '../../features/doctors/queries.ts'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { type Profile, peopleOf, profileKey, profileOf, useProfile, useSaveProfile } from '../../features/profile/queries.ts'
import { ZoneOffer } from '../../features/profile/zone-offer.tsx'
import { classes } from '../../lib/classes.ts'
import { queryClient } from '../../lib/data/query-client.ts'
import { loadArea, useI18n } from '../../lib/i18n.tsx'
import { directionOf, isLanguage } from '../../lib/languages.ts'
import { useIsSettled } from '../../lib/load/settled.ts'
import { isUuid } from '../../lib/patterns.ts'
import { useLocation, useSearchParams } from '../../lib/router/router.tsx'
import { toSignIn } from '../../lib/session/return-to.ts'
import { retrySession, useSession } from '../../lib/session/session.ts'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { browserZone, cityOf } from '../../lib/time/zones.ts'
import { TEXTS_OF_ACTIONS } from './appointments/action-texts.ts'

async function loadMine() {
  const { lang } = document.documentElement
  const texts = TEXTS_OF_ACTIONS.map((area) => isLanguage(lang) && loadArea(lang, area))
  const [part] = await Promise.all([import('./appointments/mine-tab.tsx'), ...texts])
  return part
}

const MineTab = lazyPart(loadMine, { failed: 'appointments.failed', fallback: <MyAppointmentsSkeleton /> })
/** Only for users who book for others. */
const AddPerson = lazyPart(() => import('./appointments/add-person.tsx'))
const Actions = lazyPart(() => import('./appointments/actions.tsx'))
/** Only for appointments with a type. */
const Questions = lazyPart(() => import('./appointments/questions.tsx'))
const About = lazyPart(() => import('../../features/doctors/about.tsx'))
const renderAbout = (doctor: Doctor) => <About doctor={doctor} />

export const preload = (person: Person, search: URLSearchParams) => {
  if (search.has('doctor')) BookingDetails.preload()
  // If the address names no tab, the tab depends on the appointments, which load at the same time.
  else if (search.get('tab') !== 'new') MineTab.preload()
  return Promise.all([
    queryClient.prefetchQuery(profileOf(person)),
    queryClient.prefetchQuery(myAppointments(person.id)),
    queryClient.prefetchQuery(bookableDoctors),
    queryClient.prefetchQuery(soonestTimes),
  ])
}

export default function Appointments() {
  const session = useSession()
  useEffect(prepareToasts, [])
  if (session.status === 'loading') {
    return session.isUnreachable ? <Checking hasFailed onRetry={retrySession} /> : <PageSkeleton />
  }
  return (
    <QueryClientProvider client={queryClient}>
      {session.status === 'in' ? (
        // Remounted for another person, who must not see what this one has typed.
        <PatientPage key={session.person.id} person={session.person} />
      ) : (
        <VisitorPage hasEnded={session.hasEnded === true} />
      )}
    </QueryClientProvider>
  )
}

// The footer starts below the window, so that it does not move while the page loads.
const PAGE = 'page grid min-h-[calc(100dvh-3.5rem)] content-start gap-3 py-4 sm:gap-6 sm:py-8 lg:gap-4 lg:py-6'

/** With `isPublic`, the title is as large as on the other public pages. */
function PageTitle({ lead, end, isPublic = false }: { lead?: string; end?: ReactNode; isPublic?: boolean }) {
  const { t } = useI18n()
  return (
    <div className="flex flex-wrap items-baseline gap-x-6">
      <div className="grid min-w-0 flex-[1_1_9em] gap-x-6 gap-y-2 lg:flex lg:items-baseline">
        <h1 className={isPublic ? 'page-title' : 'text-2xl font-semibold sm:text-[1.75rem]'}>{t('booking.title')}</h1>
        <p className="max-w-[65ch] text-muted max-sm:hidden lg:max-w-none">{lead ?? t('booking.lead')}</p>
      </div>
      {end}
    </div>
  )
}

/** Shown until it is known whether somebody is signed in. */
function PageSkeleton() {
  const { t } = useI18n()
  const { doctorId } = useRequestedBooking()
  return (
    <div className={PAGE}>
      <PageTitle />
      <output className="sr-only">{t('guard.checking')}</output>
      <div className="min-w-0">
        <div aria-hidden="true" className="mb-6 flex h-11 items-center gap-8 px-4 shadow-[inset_0_-1px_0_var(--line)]">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-24" />
        </div>
        <Card className="min-w-0 p-0!">
          <BookingSkeleton hasDoctor={doctorId !== undefined} />
        </Card>
      </div>
    </div>
  )
}

/** `hasEnded` means that there was a session, but it ended elsewhere. */
function VisitorPage({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useI18n()
  const location = useLocation()
  const doctors = useDoctorsForVisitors()
  const reloadDoctors = useReloadDoctors()
  const isListReady = useIsListReady()
  const requested = useRequestedBooking()
  const [params] = useSearchParams()
  // A link in a mail may lead to the patient's own appointments.
  const wantsOwn = params.get('tab') === 'mine'
  return (
    <div className={classes(PAGE, 'pb-12!')}>
      <PageTitle isPublic />
      {(hasEnded || wantsOwn) && (
        <Banner>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{t(hasEnded ? 'error.signedOut' : 'appointments.signInToSee')}</p>
            <ButtonLink {...toSignIn(location)} look="secondary">
              {t('nav.signIn')}
            </ButtonLink>
          </div>
        </Banner>
      )}
      <Card className="min-w-0 p-0!">
        <h2 className="sr-only">{t('booking.new')}</h2>
        <BookingForm
          key={JSON.stringify(requested)}
          doctors={doctors}
          userId={undefined}
          people={NOBODY}
          ownZone={browserZone()}
          requested={requested}
          onBooked={() => {}}
          onShowMine={() => {}}
          onPersonRefused={() => {}}
          onOfferChanged={() => void reloadDoctors()}
          renderAddPerson={() => null}
          renderActions={() => null}
          renderQuestions={() => null}
          renderAbout={renderAbout}
        />
      </Card>
      {/* Shown once the list above it has its height. */}
      {!doctors.isPending && isListReady && <DoctorHelp />}
    </div>
  )
}

/** The booking that a link from another page requests. */
function useRequestedBooking(): RequestedBooking {
  const [params] = useSearchParams()
  const [day, time, forWhom, typeId] = [params.get('date'), params.get('time'), params.get('for'), params.get('type')]
  return {
    doctorId: params.get('doctor') ?? undefined,
    day: isDay(day) ? day : undefined,
    time: isDay(day) && isTime(time) ? time : undefined,
    ...(isForWhom(forWhom) && { forWhom }),
    ...(typeId && isUuid(typeId) && { typeId }),
  }
}

const TABS = ['new', 'mine'] as const
type TabId = (typeof TABS)[number]

/**
 * The tab in the address; `new` for a user who came to book or has no upcoming appointments, and otherwise `mine`. Undefined until that is
 * known.
 */
function useTab(userId: string, people: PersonBookedFor[] | undefined) {
  const [query, setQuery] = useSearchParams()
  const { data, isPending } = useMyAppointments(userId, people)
  const [hasDraft] = useState(() => readDraft(userId)?.doctorId !== undefined)
  const [first, setFirst] = useState<TabId>()
  const now = useNow()
  const asked = TABS.find((id) => id === query.get('tab')) ?? (query.has('doctor') || query.has('for') || hasDraft ? 'new' : undefined)
  // Set only once, because the tab must not change by itself while the user is in the other one.
  if (!asked && !first && !isPending && people) setFirst(data?.some((each) => isUpcoming(each, now)) ? 'mine' : 'new')
  const setTab = (next: string) =>
    setQuery(
      (before) => {
        before.set('tab', next)
        return before
      },
      { replace: true },
    )
  return [asked ?? first, setTab] as const
}

const NOBODY: PersonBookedFor[] = []

/**
 * The people whom the user acts for are part of the profile, so that users without any cause no request. Undefined until the profile is
 * loaded.
 */
function usePeople(profile: Profile | undefined) {
  return useMemo(() => profile && peopleOf(profile), [profile])
}

/**
 * A tab is mounted when it is opened, or once the page is settled. Before that it must not delay the other tab; afterwards it is ready and
 * gets changes from the list.
 */
function useMountedOnceSettled(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return useIsSettled() || wasOpen
}

function PatientPage({ person }: { person: Person }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const requested = useRequestedBooking()
  const profile = useProfile(person)
  const { mutateAsync: save } = useSaveProfile(person.id)
  const people = usePeople(profile.data)
  // One channel covers all these people, and opens as soon as they are known.
  const live = useLiveAppointments(person.id, people && { user_id: [person.id, ...people.map(({ id }) => id)] })
  const doctors = useBookableDoctors()
  const reloadDoctors = useReloadDoctors()
  const [tab, setTab] = useTab(person.id, people)
  const isFormMounted = useMountedOnceSettled(tab === 'new')
  const isMineMounted = useMountedOnceSettled(tab === 'mine')
  const ownZone = profile.data && ownZoneOf(profile.data)
  const hasFailed = profile.isError && !profile.data
  // The rows of the list do not name the city.
  const timesOn = ownZone ? t('booking.timesOn', { city: cityOf(ownZone, language) }) : ''
  const renderActions = (appointment: MyAppointment) => (
    <Suspense>
      <Actions appointment={appointment} userId={person.id} />
    </Suspense>
  )
  const renderQuestions = (appointment: MyAppointment) =>
    appointment.type_id && (
      <Suspense>
        <Questions appointment={appointment} />
      </Suspense>
    )
  const form =
    profile.data && ownZone && people && tab ? (
      <BookingForm
        key={JSON.stringify(requested)}
        doctors={doctors}
        userId={person.id}
        people={people}
        ownZone={ownZone}
        requested={requested}
        onBooked={() => void refreshAppointments(client)}
        onShowMine={() => setTab('mine')}
        onPersonRefused={() => void client.invalidateQueries({ queryKey: profileKey(person.id) })}
        onOfferChanged={() => void reloadDoctors()}
        renderAddPerson={(dialog) => (
          <Suspense>
            <AddPerson owner={{ userId: person.id, profileKey: profileKey(person.id), timezone: ownZone }} {...dialog} />
          </Suspense>
        )}
        renderActions={renderActions}
        renderQuestions={renderQuestions}
        renderAbout={renderAbout}
      />
    ) : (
      <BookingSkeleton hasDoctor={requested.doctorId !== undefined} />
    )
  // Inside the tabs, which it would push down if it appeared above them.
  const zoneOffer = profile.data && <ZoneOffer profile={profile.data} onAdopt={(timezone) => save({ timezone })} />
  const mine =
    ownZone && people ? (
      <MineTab userId={person.id} {...{ people, ownZone }} zoneOffer={tab === 'mine' && zoneOffer} onBook={() => setTab('new')} />
    ) : (
      <MyAppointmentsSkeleton />
    )
  return (
    <div className={PAGE}>
      <PageTitle {...(tab === 'mine' && !hasFailed && { lead: timesOn, end: <LiveMark state={live} /> })} />
      {hasFailed && <LoadFailed title={t('profile.loadFailed')} error={profile.error} onRetry={() => void profile.refetch()} />}
      {/* Without the zone of the profile there are no times to show, and nothing is loading that would need a skeleton. */}
      <div className={classes('min-w-0', hasFailed && 'hidden')}>
        <Tabs
          label={t('appointments.tabs')}
          direction={directionOf(language)}
          value={tab ?? 'new'}
          onValueChange={setTab}
          tabs={[
            {
              id: 'new' satisfies TabId,
              title: t('booking.new'),
              isKept: isFormMounted,
              content: (
                <>
                  <div className="mb-4 empty:hidden">{tab !== 'mine' && zoneOffer}</div>
                  <Card className="min-w-0 p-0!">
                    <h2 className="sr-only">{t('booking.new')}</h2>
                    {form}
                  </Card>
                </>
              ),
            },
            {
              id: 'mine' satisfies TabId,
              title: t('appointments.mine'),
              isKept: isMineMounted,
              content: (
                <>
                  <h2 id={MY_APPOINTMENTS} tabIndex={-1} className="sr-only">
                    {t('appointments.mine')}
                  </h2>
                  {mine}
                </>
              ),
            },
          ]}
        />
      </div>
    </div>
  )
}
