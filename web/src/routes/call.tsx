import { ArrowLeft, Check, VideoOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BrassEdge } from '../components/brass-edge.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { LoadFailed } from '../components/load-failed.tsx'
import { SignedIn } from '../components/signed-in.tsx'
import { Banner } from '../components/ui/banner.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { Card } from '../components/ui/card.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { keys } from '../features/appointments/shared/keys.ts'
import { useLiveAppointments } from '../features/appointments/shared/live.ts'
import { type Join, readActiveCall, readJoin } from '../features/call/active-call.ts'
import { CallPanel } from '../features/call/call-panel.tsx'
import { CallSummary } from '../features/call/call-summary.tsx'
import { namesOf } from '../features/call/call-texts.ts'
import { type CallDetails, isEndedForPatient, needsNotice, useCallDetails } from '../features/call/queries.ts'
import { bookAgainPath, overText } from '../features/call/room/call-over.tsx'
import { MAX_NAME_LENGTH } from '../features/call/room/meeting-code.ts'
import { MeetingCodeForm } from '../features/call/room/meeting-code-form.tsx'
import { ownZoneOf } from '../features/profile/own-zone.ts'
import { useProfile } from '../features/profile/queries.ts'
import { AppError } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useLocation, useNavigate, useParams, useSearchParams } from '../lib/router/router.tsx'
import type { SignedIn as Person } from '../lib/session/session-state.ts'
import type { Reader } from '../lib/time/clocks.ts'
import { InCall } from './call/in-call.tsx'

const PatientCard = lazyPart(() => import('../features/appointments/staff/desk/call-patient-card.tsx'))
const CallNotice = lazyPart(() => import('../features/call/call-notice.tsx'))
const WaitingList = lazy(() => import('../features/call/waiting/waiting-list.tsx').catch(() => ({ default: () => null })))

/** For the doctor only. In the call the card is a tab beside it. */
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
  // It may be confirmed, cancelled or completed while the page is open. Doctors also see in the call who is next.
  useLiveAppointments(person.id, details && (details.part === 'doctor' ? { doctor_id: details.doctor_id } : { id: appointmentId }))
  if (details) return <Entrance details={details} person={person} />
  const isStrange = error instanceof AppError && ['not_yours', 'PGRST116'].includes(error.reason)
  return (
    <div className="page grid max-w-2xl gap-6 py-10">
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
        <Card className="grid gap-6">
          <div className="flex items-center gap-4">
            <Skeleton className="arch! h-34 w-28 shrink-0" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-6 w-2/3" />
              <Skeleton className="h-5 w-1/3" />
            </div>
          </div>
          <div className="grid gap-1">
            <Skeleton className="h-6 w-56 max-w-full" />
            <Skeleton className="h-9 w-44" />
            <Skeleton className="h-5 w-48 max-w-full" />
          </div>
          <Skeleton className="h-12 rounded-box! sm:w-64" />
        </Card>
      )}
    </div>
  )
}

function Entrance({ details, person }: { details: CallDetails; person: Person }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { state, pathname } = useLocation()
  const [params] = useSearchParams()
  const { data: profile } = useProfile(person)
  // A doctor reads the clock that the appointment is kept in.
  const reader: Reader = details.part === 'doctor' ? { is: 'staff', zone: details.timezone } : { is: 'patient', zone: ownZoneOf(profile) }
  const known = namesOf(details, t).own
  // A guardian joins under their own name, for the patient.
  const isGuardian = details.part === 'patient' && details.user_id !== person.id
  const { first_name, last_name } = profile ?? { first_name: person.names.first, last_name: person.names.last }
  const guardian = [first_name, last_name].filter(Boolean).join(' ') || t('call.guardian')
  const ownName = (isGuardian ? guardian : known.full).slice(0, MAX_NAME_LENGTH)
  const isByCode = params.has('code')
  // Once: what another tab does meanwhile is no wish to join with this one.
  const [kept, setKept] = useState(() => (isByCode ? undefined : readActiveCall(details.id)))
  const [left, setLeft] = useState<'left' | 'ended'>()
  const asked = readJoin(state) ?? kept
  const [hasRead, setHasRead] = useState(false)
  const isEnded = details.status === 'cancelled' || details.status === 'completed'
  const wayBack = details.part === 'doctor' ? '/doctor' : '/appointments'
  if (asked) {
    const join: Join = { ...asked, name: asked.name ?? ownName }
    const leave = (isForBoth: boolean) => {
      setKept(undefined)
      setLeft(isForBoth ? 'ended' : 'left')
      navigate(pathname, { replace: true })
      document.getElementById('content')?.focus({ preventScroll: true })
    }
    // Going back once more does not lead into the call again.
    const goTo = (path: string, entry?: unknown) => {
      navigate(pathname, { replace: true })
      navigate(path, { state: entry })
    }
    // Whoever was in the call a moment ago, and reloads the page, is not stopped.
    if (!hasRead && !kept && !isEnded && needsNotice(details)) {
      return (
        <div className="page grid max-w-2xl gap-6 py-10">
          <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{t('call.title')}</h1>
          <Suspense>
            <CallNotice
              patientId={details.user_id}
              person={isGuardian ? known.full : undefined}
              onAcknowledged={() => setHasRead(true)}
              onBack={() => navigate(wayBack, { replace: true })}
            />
          </Suspense>
        </div>
      )
    }
    return (
      <InCall
        details={details}
        userId={person.id}
        reader={reader}
        join={join}
        onEnd={leave}
        onCallIn={(next) => goTo(`/call/${next}`, { join: {} })}
        onMoved={() => goTo('/appointments')}
        onBack={() => goTo(wayBack)}
      />
    )
  }
  return (
    <div className="page grid max-w-2xl gap-6 py-10">
      <h1 className="text-2xl font-semibold sm:text-[1.75rem]">{t(isByCode ? 'call.withCode' : 'call.title')}</h1>
      {isEndedForPatient(details) ? (
        <Left title={t('call.doctorEnded')} text={t('call.doctorEndedText')}>
          <ButtonLink to={wayBack} className="max-sm:grow">
            {t('call.back')}
          </ButtonLink>
          <ButtonLink to={bookAgainPath(details, person.id)} look="secondary" className="max-sm:grow">
            {t('call.bookAgain')}
          </ButtonLink>
        </Left>
      ) : (
        left &&
        !isEnded && (
          <Left
            title={t(left === 'ended' ? 'call.youEnded' : 'call.youLeft')}
            text={t(left === 'ended' ? 'call.youEndedText' : 'call.youLeftText')}
          >
            <ButtonLink to={wayBack} className="max-sm:grow">
              {t('call.back')}
            </ButtonLink>
          </Left>
        )
      )}
      {left && details.part === 'doctor' && (
        <Suspense>
          <WaitingList doctorId={details.doctor_id} onEnter={(next) => navigate(`/call/${next}`, { state: { join: {} } })} />
        </Suspense>
      )}
      <Card className="grid gap-6">
        <CallSummary details={details} reader={reader} person={isGuardian ? known.full : undefined} />
        {isEnded ? (
          <Banner>{t(overText(details))}</Banner>
        ) : isByCode ? (
          <MeetingCodeForm details={details} ownName={ownName} onJoin={(join) => navigate(pathname, { replace: true, state: { join } })} />
        ) : (
          <EnterCall details={details} zone={reader.zone} isAgain={left !== undefined} />
        )}
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {(!(left || isEndedForPatient(details)) || isEnded) && (
          <ButtonLink to={wayBack} look="quiet" className="-ms-5">
            <ArrowLeft aria-hidden="true" className="mirrored size-4" />
            {t('call.back')}
          </ButtonLink>
        )}
        <DoctorsCard details={details} />
      </div>
    </div>
  )
}

/** The doctor opens a call again by entering it. */
function EnterCall({ details, zone, isAgain }: { details: CallDetails; zone: string; isAgain: boolean }) {
  const { t } = useI18n()
  const isDoctor = details.part === 'doctor'
  return (
    <CallPanel
      appointment={isDoctor ? { ...details, call_ended_at: null } : details}
      zone={zone}
      isAgain={isAgain}
      startLabel={isDoctor && details.call_ended_at ? t('call.reopen') : undefined}
    />
  )
}

/** After the call: what there is to do now. Joining again is possible, but no longer the first thing. */
function Left({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="left"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-4 rounded-box border border-line bg-surface p-5 sm:px-6"
    >
      <BrassEdge />
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-4">
        <span className="arch grid w-9 shrink-0 place-items-center bg-good-tint text-good">
          <Check aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 id="left" className="font-semibold">
            {title}
          </h2>
          <p className="text-muted">{text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:grow">{children}</div>
    </section>
  )
}
