import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { Checking } from '../components/guard.tsx'
import { LiveMark } from '../components/live-mark.tsx'
import { LoadFailed } from '../components/load-failed.tsx'
import { prepareToasts } from '../components/toaster.tsx'
import { Banner } from '../components/ui/banner.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { Card } from '../components/ui/card.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { BookingForm } from '../features/appointments/booking/booking-form.tsx'
import type { RequestedBooking } from '../features/appointments/booking/booking-state.ts'
import { refreshAppointments, useLiveAppointments } from '../features/appointments/live.ts'
import { MY_APPOINTMENTS } from '../features/appointments/mine/heading.ts'
import { MyAppointments } from '../features/appointments/mine/my-appointments.tsx'
import { useMyAppointments } from '../features/appointments/use-appointments.ts'
import { CallPanel } from '../features/call/call-panel.tsx'
import { useBookableDoctors } from '../features/doctors/queries.ts'
import { FilesButton } from '../features/files/files-button.tsx'
import { takesFiles } from '../features/files/rules.ts'
import { ownZoneOf } from '../features/profile/own-zone.ts'
import { useProfile, useSaveProfile } from '../features/profile/queries.ts'
import { ZoneOffer } from '../features/profile/zone-offer.tsx'
import { isDay, isTime } from '../lib/booking-draft.ts'
import { useI18n } from '../lib/i18n.tsx'
import { queryClient } from '../lib/query-client.ts'
import { toSignIn } from '../lib/return-to.ts'
import { type SignedIn as Person, retrySession, useSession } from '../lib/session.ts'
import { browserZone } from '../lib/zones.ts'

export default function Appointments() {
  const session = useSession()
  useEffect(prepareToasts, [])
  if (session.status === 'loading') return <Checking hasFailed={session.isUnreachable} onRetry={retrySession} />
  return (
    <QueryClientProvider client={queryClient}>
      {session.status === 'in' ? (
        // The next person must not see what this one has typed.
        <PatientPage key={session.person.id} person={session.person} />
      ) : (
        <VisitorPage hasEnded={session.hasEnded === true} />
      )}
    </QueryClientProvider>
  )
}

function PageTitle() {
  const { t } = useI18n()
  return (
    <div className="grid gap-2">
      <h1 className="font-display text-3xl font-semibold">{t('booking.title')}</h1>
      <p className="max-w-[65ch] text-muted">{t('booking.lead')}</p>
    </div>
  )
}

/** `hasEnded`: there was a session, but it ended elsewhere. */
function VisitorPage({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useI18n()
  const location = useLocation()
  const doctors = useBookableDoctors()
  const requested = useRequestedBooking()
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle />
      {hasEnded && (
        <Banner>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>{t('error.signedOut')}</p>
            <ButtonLink {...toSignIn(location)} look="secondary">
              {t('nav.signIn')}
            </ButtonLink>
          </div>
        </Banner>
      )}
      <Card className="min-w-0 max-w-3xl">
        <h2 className="mb-5 text-xl font-semibold">{t('booking.new')}</h2>
        <BookingForm
          key={JSON.stringify(requested)}
          doctors={doctors}
          userId={undefined}
          ownZone={browserZone()}
          requested={requested}
          onBooked={() => {}}
        />
      </Card>
    </div>
  )
}

/** What a link from another page asks for. */
function useRequestedBooking(): RequestedBooking {
  const [params] = useSearchParams()
  const [day, time] = [params.get('date'), params.get('time')]
  return {
    doctorId: params.get('doctor') ?? undefined,
    day: isDay(day) ? day : undefined,
    time: isDay(day) && isTime(time) ? time : undefined,
  }
}

function PatientPage({ person }: { person: Person }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const requested = useRequestedBooking()
  const profile = useProfile(person)
  const { mutateAsync: save } = useSaveProfile(person.id)
  const live = useLiveAppointments(person.id, { user_id: person.id })
  const doctors = useBookableDoctors()
  // MyAppointments uses this too. Starting here, it loads while the profile loads.
  useMyAppointments(person.id)
  const ownZone = profile.data && ownZoneOf(profile.data)
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle />
      {profile.data && <ZoneOffer profile={profile.data} onAdopt={(timezone) => save({ timezone })} />}
      {profile.isError && !profile.data && (
        <LoadFailed title={t('profile.loadFailed')} error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1.35fr_1fr]">
        <Card className="min-w-0">
          <h2 className="mb-5 text-xl font-semibold">{t('booking.new')}</h2>
          {ownZone ? (
            <BookingForm
              key={JSON.stringify(requested)}
              doctors={doctors}
              userId={person.id}
              ownZone={ownZone}
              requested={requested}
              onBooked={() => void refreshAppointments(client)}
            />
          ) : (
            <Skeleton className="h-72" />
          )}
        </Card>
        <Card className="min-w-0">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <h2 id={MY_APPOINTMENTS} tabIndex={-1} className="text-xl font-semibold outline-none">
              {t('appointments.mine')}
            </h2>
            <LiveMark state={live} />
          </div>
          {ownZone ? (
            <MyAppointments
              userId={person.id}
              ownZone={ownZone}
              renderPanel={(each) => each.status === 'confirmed' && <CallPanel appointment={each} zone={ownZone} />}
              renderActions={({ id, status, appointment_files }) =>
                (takesFiles(status) || appointment_files.length > 0) && (
                  <FilesButton appointmentId={id} userId={person.id} status={status} />
                )
              }
            />
          ) : (
            <Skeleton className="h-56" />
          )}
        </Card>
      </div>
    </div>
  )
}
