import { ArrowLeft, VideoOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { keys } from '../../features/appointments/shared/keys.ts'
import { useLiveAppointments } from '../../features/appointments/shared/live.ts'
import { type Join, readActiveCall, readJoin } from '../../features/call/active-call.ts'
import { namesOf } from '../../features/call/call-texts.ts'
import { canCall } from '../../features/call/can-call.ts'
import type { Devices } from '../../features/call/devices/devices.ts'
import { mayStepPastLobby, rememberChoices } from '../../features/call/devices/remembered-devices.ts'
import { Entrance } from '../../features/call/lobby/entrance.tsx'
import { MAX_NAME_LENGTH } from '../../features/call/lobby/meeting-code.ts'
import { type CallDetails, needsNotice, useCallDetails } from '../../features/call/queries.ts'
import { ownZoneOf } from '../../features/profile/own-zone.ts'
import { useProfile } from '../../features/profile/queries.ts'
import { AppError } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation, useNavigate, useParams, useSearchParams } from '../../lib/router/router.tsx'
import type { SignedIn as Person } from '../../lib/session/session-state.ts'
import type { Reader } from '../../lib/time/clocks.ts'
import { AfterCall, callEndingOf, type Left } from './call/after.tsx'
import { InCall } from './call/in-call.tsx'

const PatientCard = lazyPart(() => import('../../features/appointments/staff/desk/call-patient-card.tsx'))

/** Only for the doctor. During the call, the card is a tab beside it. */
function DoctorsCard({ details }: { details: CallDetails }) {
  if (details.part !== 'doctor' || details.status === 'cancelled') return null
  return (
    <Suspense>
      <PatientCard appointment={{ ...details, erased_at: null }} />
    </Suspense>
  )
}

export default function Call() {
  const { t } = useI18n()
  const { appointmentId = '' } = useParams()
  return (
    <SignedIn prompt={t('call.signInNeeded')}>
      {(person) => <CallPage key={appointmentId} appointmentId={appointmentId.toLowerCase()} person={person} />}
    </SignedIn>
  )
}

function CallPage({ appointmentId, person }: { appointmentId: string; person: Person }) {
  const { t } = useI18n()
  const { data: details, error, refetch } = useCallDetails(appointmentId, keys.call(appointmentId))
  // The appointment may be confirmed, cancelled or completed while the page is open. During the call, doctors also see who is next.
  useLiveAppointments(person.id, details && (details.part === 'doctor' ? { doctor_id: details.doctor_id } : { id: appointmentId }))
  if (details) return <Rooms details={details} person={person} />
  const isStrange = error instanceof AppError && ['not_yours', 'PGRST116'].includes(error.reason)
  return (
    <div className="page grid max-w-5xl grid-cols-1 gap-4 py-4 sm:gap-6 sm:py-10">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{t('call.title')}</h1>
      {isStrange ? (
        <EmptyState
          icon={VideoOff}
          title={t('call.notYoursTitle')}
          text={t('call.notYours')}
          action={<ButtonLink to="/appointments">{t('call.back')}</ButtonLink>}
        />
      ) : error ? (
        <LoadFailed title={t('call.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <Skeleton className="arch! mx-auto w-60 sm:w-64 lg:w-80" />
          <Card className="grid gap-5">
            <Skeleton className="h-7 w-2/3" />
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-16 w-56 max-w-full" />
            <Skeleton className="h-12 rounded-box! sm:w-64" />
          </Card>
        </div>
      )}
    </div>
  )
}

/** The page before, during and after the call. */
function Rooms({ details, person }: { details: CallDetails; person: Person }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const [params] = useSearchParams()
  const { data: profile } = useProfile(person)
  // A doctor reads the clock on which the appointment was booked.
  const reader: Reader = details.part === 'doctor' ? { is: 'staff', zone: details.timezone } : { is: 'patient', zone: ownZoneOf(profile) }
  const known = namesOf(details, t).own
  // A guardian joins under their own name, for the patient.
  const isGuardian = details.part === 'patient' && details.user_id !== person.id
  const { first_name, last_name } = profile ?? { first_name: person.names.first, last_name: person.names.last }
  const guardian = [first_name, last_name].filter(Boolean).join(' ') || t('call.guardian')
  const ownName = (isGuardian ? guardian : known.full).slice(0, MAX_NAME_LENGTH)
  const isByCode = params.has('code')
  // Read only once: a call that another tab enters later must not make this tab join.
  const [kept, setKept] = useState(() => (isByCode ? undefined : readActiveCall(details.id)))
  const [left, setLeft] = useState<Left>()
  const [devices, setDevices] = useState<Devices>()
  // People who joined a call a short while ago skip the lobby when they come from a list.
  const [isPassed, setIsPassed] = useState(() => Boolean(kept) || !canCall() || (mayStepPastLobby() && !needsNotice(details)))
  const asked = readJoin(state) ?? kept
  const wayBack = details.part === 'doctor' ? '/doctor' : '/appointments'
  const patientName = isGuardian ? known.full : undefined

  const enter = (join: Partial<Join>, opened?: Devices) => {
    rememberChoices({ joinedAt: Date.now() })
    setDevices(opened)
    setIsPassed(true)
    navigate(pathname, { replace: true, state: { join } })
  }
  if (asked && isPassed) {
    const join: Join = { ...asked, name: asked.name ?? ownName }
    const leave = (isForBoth: boolean) => {
      setKept(undefined)
      setDevices(undefined)
      setLeft(isForBoth ? 'ended' : 'left')
      navigate(pathname, { replace: true })
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    // Removes the request to join from the history entry, so that going back does not lead into the call again.
    const goTo = (path: string, entry?: unknown) => {
      navigate(pathname, { replace: true })
      navigate(path, { state: entry })
    }
    return (
      <InCall
        details={details}
        userId={person.id}
        person={patientName}
        reader={reader}
        join={join}
        devices={devices}
        onEnd={leave}
        onCallIn={(next) => goTo(`/call/${next}`, { join: {} })}
        onMoved={() => goTo('/appointments')}
        onBack={() => goTo(wayBack)}
      />
    )
  }
  const ending = isByCode ? undefined : callEndingOf(details, left)
  return (
    <div className="page grid max-w-5xl grid-cols-1 gap-4 py-4 sm:gap-6 sm:py-10">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{t(isByCode ? 'call.withCode' : 'call.title')}</h1>
      {ending ? (
        <AfterCall
          details={details}
          ending={ending}
          left={left}
          reader={reader}
          userId={person.id}
          person={patientName}
          wayBack={wayBack}
          onRejoin={() => enter({})}
          onEnter={(next) => navigate(`/call/${next}`, { state: { join: {} } })}
          card={<DoctorsCard details={details} />}
        />
      ) : (
        <>
          <Entrance details={details} reader={reader} person={patientName} ownName={ownName} isByCode={isByCode} onEnter={enter} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <ButtonLink to={wayBack} look="quiet" className="-ms-5">
              <ArrowLeft aria-hidden="true" className="mirrored size-4" />
              {t('call.back')}
            </ButtonLink>
            <DoctorsCard details={details} />
          </div>
        </>
      )}
    </div>
  )
}
