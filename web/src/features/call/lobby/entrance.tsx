// Before the call, on one page: who is expected and when, how one looks and sounds, and the way in.
import { Video } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useRef } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import type { Reader } from '../../../lib/time/clocks.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import type { Join } from '../active-call.ts'
import { availabilityOf } from '../availability.ts'
import { CallReason, CallSummary } from '../call-summary.tsx'
import { availabilityText, overText, portraitOf, roomErrorText } from '../call-texts.ts'
import { canCall } from '../can-call.ts'
import type { Devices } from '../devices/devices.ts'
import { askToEnter } from '../entering.ts'
import { acknowledgeNotice, type CallDetails, needsNotice } from '../queries.ts'
import type { HandOver } from './device-preview.tsx'
import { DOORWAY } from './doorway.ts'
import { MeetingCodeForm } from './meeting-code-form.tsx'

const DevicePreview = lazyPart(() => import('./device-preview.tsx'))
const CallNotice = lazyPart(() => import('./call-notice.tsx'))

interface EntranceProps {
  details: CallDetails
  reader: Reader
  /** The reader joins for them. */
  person: string | undefined
  ownName: string
  isByCode: boolean
  onEnter: (join: Partial<Join>, devices: Devices | undefined) => void
}

export function Entrance({ details, reader, person, ownName, isByCode, onEnter }: EntranceProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const now = useNow()
  const handOver = useRef<HandOver>(undefined)
  const keepHandOver = useCallback((given: HandOver) => {
    handOver.current = given
  }, [])
  // The doctor opens a call again by entering it.
  const isReopening = details.part === 'doctor' && details.call_ended_at !== null
  const availability = availabilityOf(isReopening ? { ...details, call_ended_at: null } : details, now)
  const isOpen = availability.state === 'open'
  const isEnded = details.status === 'cancelled' || details.status === 'completed'
  const { zone } = reader
  // A test code opens the room at any time.
  const hasPreview = canCall() && (isOpen || (isByCode && details.status === 'confirmed'))
  const isNoticeDue = details.status === 'confirmed' && availability.state !== 'ended' && needsNotice(details)
  const enter = (join: Partial<Join>) => {
    // Nothing depends on it, so nobody waits for it, and a failure keeps nobody from the call.
    if (isNoticeDue) void acknowledgeNotice(details.user_id, language).catch(() => {})
    onEnter(join, handOver.current?.())
  }
  const start = async () => {
    try {
      // By the server's clock: one's own may be wrong.
      if (!isOpen) await askToEnter(details.id)
    } catch (error) {
      return toast.info(roomErrorText(error, i18n, zone))
    }
    return enter({})
  }
  const wayIn = isByCode ? (
    <MeetingCodeForm details={details} ownName={ownName} onJoin={enter} />
  ) : (
    availability.state !== 'ended' && (
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button look={isOpen ? 'primary' : 'secondary'} disabled={details.status !== 'confirmed'} onClick={() => void start()}>
          {t(isReopening ? 'call.reopen' : isNoticeDue && isOpen ? 'call.readAndJoin' : 'call.start')}
        </Button>
        {details.status === 'confirmed' ? (
          <ButtonLink to={`/call/${details.id}?code`} look="secondary">
            {t('call.withCode')}
          </ButtonLink>
        ) : (
          <Button look="secondary" disabled>
            {t('call.withCode')}
          </Button>
        )}
      </div>
    )
  )
  return (
    <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      {hasPreview ? (
        <Suspense fallback={<Skeleton className={DOORWAY} />}>
          <DevicePreview onOpen={keepHandOver} />
        </Suspense>
      ) : (
        <Expected details={details} />
      )}
      <Card className="grid grid-cols-1 gap-5">
        <CallSummary details={details} reader={reader} person={person} hasPortrait={hasPreview} />
        {isEnded ? (
          <Banner>{t(overText(details))}</Banner>
        ) : (
          <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
            {!isByCode && (
              <p className="flex items-start gap-3">
                <Video aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
                <span>{availabilityText(availability, i18n, { zone, now })}</span>
              </p>
            )}
            <Noticed isDue={isNoticeDue}>{wayIn}</Noticed>
            {!hasPreview && (availability.state === 'early' || availability.state === 'unconfirmed') && (
              <Link
                to="/video-test"
                className="inline-flex min-h-11 items-center justify-self-start text-sm text-action underline underline-offset-4 hover:text-action-strong"
              >
                {t('call.tryFirst')}
              </Link>
            )}
          </div>
        )}
        <CallReason details={details} />
      </Card>
    </div>
  )
}

/** Whom the call is with, in the doorway, while there is nothing to try yet. */
function Expected({ details }: { details: CallDetails }) {
  const portrait = portraitOf(details.part === 'patient' ? details.doctor : details.patient)
  return portrait ? (
    <div className="mx-auto grid w-44 sm:w-64 lg:w-80">
      <Portrait isDecorative size="doorway" doctor={portrait} />
    </div>
  ) : null
}

/** The notice before the first video consultation, above the way in, which acknowledges it. */
function Noticed({ isDue, children }: { isDue: boolean; children: ReactNode }) {
  if (!isDue) return children
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <CallNotice>{children}</CallNotice>
    </Suspense>
  )
}
