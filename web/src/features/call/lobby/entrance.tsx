// The page before the call: the other person, the time, the device preview, and the entry buttons.
import { Video } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useRef } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { classes } from '../../../lib/classes.ts'
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
import { MeetingCodeForm } from './meeting-code-form.tsx'

const DevicePreview = lazyPart(() => import('./device-preview.tsx'))
const CallNotice = lazyPart(() => import('./call-notice.tsx'))

/** On a phone the entry stays above the bottom bar. The shadow covers the text that scrolls behind it. */
const ALWAYS_IN_VIEW =
  'max-sm:not-short:sticky max-sm:bottom-[calc(var(--bottom-bar)+0.5rem)] max-sm:z-10 max-sm:shadow-[0_0_0_0.75rem_var(--paper)]'

/** The arch of the device preview. On a phone it fills the width, but leaves room in the window for the name and the button below it. */
const DOORWAY = 'arch relative mx-auto w-[clamp(8rem,(100dvh-25rem)*0.82,100%)] overflow-hidden border border-brass sm:w-64 lg:w-80'
/** The first time, it leaves room for the notice and its button. */
const DOORWAY_ABOVE_NOTICE =
  'arch relative mx-auto w-[clamp(8rem,(100dvh-32rem)*0.82,100%)] overflow-hidden border border-brass sm:w-64 lg:w-80'

interface EntranceProps {
  details: CallDetails
  reader: Reader
  /** The patient's name, if the reader joins for somebody else. */
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
  // Entering reopens a call that the doctor has ended.
  const isReopening = details.part === 'doctor' && details.call_ended_at !== null
  const availability = availabilityOf(isReopening ? { ...details, call_ended_at: null } : details, now)
  const isOpen = availability.state === 'open'
  const isEnded = details.status === 'cancelled' || details.status === 'completed'
  const { zone } = reader
  // A test code opens the room at any time.
  const hasPreview = canCall() && (isOpen || (isByCode && details.status === 'confirmed'))
  const isNoticeDue = details.status === 'confirmed' && availability.state !== 'ended' && needsNotice(details)
  const doorway = isNoticeDue ? DOORWAY_ABOVE_NOTICE : DOORWAY
  const enter = (join: Partial<Join>) => {
    // Not awaited, because a failure must not keep anybody from the call.
    if (isNoticeDue) void acknowledgeNotice(details.user_id, language).catch(() => {})
    onEnter(join, handOver.current?.())
  }
  const start = async () => {
    try {
      // Asks the server, because the device's clock may be wrong.
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
      <div className="flex flex-wrap gap-3 max-sm:contents">
        <Button
          look={isOpen ? 'primary' : 'secondary'}
          // The notice has to be read before this button, so it does not follow the window then.
          className={isOpen && !isNoticeDue ? ALWAYS_IN_VIEW : undefined}
          disabled={details.status !== 'confirmed'}
          onClick={() => void start()}
        >
          {t(isReopening ? 'call.reopen' : isNoticeDue && isOpen ? 'call.readAndJoin' : 'call.start')}
        </Button>
        {details.status === 'confirmed' ? (
          <ButtonLink to={`/call/${details.id}?code`} look="quiet">
            {t('call.withCode')}
          </ButtonLink>
        ) : (
          <Button look="quiet" disabled>
            {t('call.withCode')}
          </Button>
        )}
      </div>
    )
  )
  return (
    // On a phone there is one column without a box, so that the entry can follow the window from below the picture to the end.
    <div className="flex flex-col gap-x-12 gap-y-4 sm:grid sm:grid-cols-1 sm:items-start sm:gap-y-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      {hasPreview ? (
        <Suspense fallback={<Skeleton className={doorway} />}>
          <DevicePreview className={doorway} onOpen={keepHandOver} />
        </Suspense>
      ) : (
        <Expected details={details} />
      )}
      {/* A column of flex items, because a button that follows the window cannot leave its row of a grid. */}
      <Card className="flex flex-col gap-4 max-sm:contents sm:gap-5">
        <div className={classes(!isEnded && 'sm:border-b sm:border-line sm:pb-5', isNoticeDue && hasPreview && 'max-sm:order-1')}>
          <CallSummary details={details} reader={reader} person={person} hasPortrait={hasPreview} />
        </div>
        {isEnded ? (
          <Banner>{t(overText(details))}</Banner>
        ) : (
          <>
            {!isByCode && (
              <p className={classes('flex items-start gap-3', isOpen && 'max-sm:sr-only')}>
                <Video aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
                <span>{availabilityText(availability, i18n, { zone, now })}</span>
              </p>
            )}
            <Noticed isDue={isNoticeDue}>{wayIn}</Noticed>
            {!hasPreview && (availability.state === 'early' || availability.state === 'unconfirmed') && (
              <Link
                to="/video-test"
                className="inline-flex min-h-11 items-center self-start text-sm text-action underline underline-offset-4 hover:text-action-strong"
              >
                {t('call.tryFirst')}
              </Link>
            )}
          </>
        )}
        <div className="max-sm:order-3">
          <CallReason details={details} />
        </div>
      </Card>
    </div>
  )
}

/** Shows the other person in the doorway while there is no device preview yet. */
function Expected({ details }: { details: CallDetails }) {
  const portrait = portraitOf(details.part === 'patient' ? details.doctor : details.patient)
  return portrait ? (
    <div className="mx-auto grid w-60 sm:w-64 lg:w-80">
      <Portrait isDecorative size="doorway" doctor={portrait} />
    </div>
  ) : null
}

/** Shows the notice before the first video consultation above the entry buttons. Entering acknowledges it. */
function Noticed({ isDue, children }: { isDue: boolean; children: ReactNode }) {
  if (!isDue) return children
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <CallNotice>{children}</CallNotice>
    </Suspense>
  )
}
