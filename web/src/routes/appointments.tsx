import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { LiveMark } from '../components/live-mark.tsx'
import { LoadFailed } from '../components/load-failed.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Card } from '../components/ui/card.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { BookingForm } from '../features/appointments/booking/booking-form.tsx'
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
import { useI18n } from '../lib/i18n.tsx'
import type { SignedIn as Person } from '../lib/session.ts'

export default function Appointments() {
  const { t } = useI18n()
  return <SignedIn prompt={t('booking.signInNeeded')}>{(person) => <Booking person={person} />}</SignedIn>
}

function Booking({ person }: { person: Person }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const profile = useProfile(person)
  const { mutateAsync: save } = useSaveProfile(person.id)
  const live = useLiveAppointments(person.id, { user_id: person.id })
  const doctors = useBookableDoctors()
  // MyAppointments uses this too. Starting here, it loads while the profile loads.
  useMyAppointments(person.id)
  const ownZone = profile.data && ownZoneOf(profile.data)
  return (
    <div className="page grid gap-8 py-10">
      <div className="grid gap-2">
        <h1 className="font-display text-3xl font-semibold">{t('booking.title')}</h1>
        <p className="max-w-[65ch] text-muted">{t('booking.lead')}</p>
      </div>
      {profile.data && <ZoneOffer profile={profile.data} onAdopt={(timezone) => save({ timezone })} />}
      {profile.isError && !profile.data && (
        <LoadFailed title={t('profile.loadFailed')} error={profile.error} onRetry={() => void profile.refetch()} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1.35fr_1fr]">
        <Card className="min-w-0">
          <h2 className="mb-5 text-xl font-semibold">{t('booking.new')}</h2>
          {ownZone ? (
            <BookingForm
              doctors={doctors}
              userId={person.id}
              ownZone={ownZone}
              requestedDoctorId={params.get('doctor')}
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
