// A call in our own kind of room. The other person's video fills the page.
import { MicOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import type { Portrait } from '../../../domain/portrait.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { useHasSessionEnded } from '../../../lib/session/session.ts'
import { clockIn } from '../../../lib/time/zones.ts'
import { keepConnectedAt, readConnectedAt } from '../active-call.ts'
import { DeviceFaults } from '../devices/device-faults.tsx'
import type { Devices } from '../devices/devices.ts'
import type { OwnRoom as Room } from '../queries.ts'
import { loadCallParts, PARTS_RETRY_MS } from './call-parts.ts'
import { Controls } from './controls.tsx'
import type { ConversationState } from './conversation.ts'
import type { MeetingState } from './meeting.ts'
import { Notice } from './notice.tsx'
import { Face, isOtherSeen, isOtherThere, OtherView } from './other-view.tsx'
import { SelfView } from './self-view.tsx'
import { useHasPassed } from './use-has-passed.ts'
import { useLater } from './use-later.ts'
import { useMeeting } from './use-meeting.ts'
import { useWakeLock } from './use-wake-lock.ts'

const PROBABLY_GONE_MS = 60_000
/** Whoever has just left may have ended the call for both, which this page learns in a moment. Until then it waits for nobody. */
const LEFT_MS = 2000
/** The phone number is offered after a call has not worked for this long. */
const OFFER_PHONE_MS = 30_000
/**
 * Centres the content. The offer to a late doctor's patient is long, so on a phone it begins at the top, away from the self-view. Otherwise
 * a phone leaves room below for the self-view and, if its height allows, above for the message that the room is ready. Wider stages leave
 * room below unless the self-view fits beside the text.
 */
const ALONE =
  'group inset-x-6 inset-y-0 gap-4 overflow-y-auto text-center [align-content:safe_center] max-sm:has-[[data-offer]]:inset-x-3 max-sm:has-[[data-offer]]:gap-2 max-sm:has-[[data-offer]]:content-start max-sm:not-has-[[data-offer]]:pt-[clamp(1rem,100dvh-41rem,9rem)] max-sm:not-has-[[data-offer]]:pb-22 sm:not-short:@max-5xl/stage:pb-48'
/** Hides an element on a phone while there is an offer, which leaves no room for it. */
const WITHOUT_OFFER = 'max-sm:group-has-[[data-offer]]:hidden'
const PILL = 'max-w-full rounded-2xl bg-night/80 px-4 py-1.5 text-center text-sm wrap-anywhere'

const WORDS: Record<ConversationState, TextKey> = {
  waiting: 'call.waiting',
  connecting: 'call.linking',
  connected: 'call.linked',
  interrupted: 'call.interrupted',
  left: 'call.left',
  replaced: 'call.replaced',
  taken: 'call.takenTitle',
}

interface OwnRoomProps {
  appointmentId: string
  userId: string
  room: Room
  ownName: string
  /** The other person's name. They may have joined under a name other than the one in the appointment. */
  nameOther: (told: string | undefined) => string
  /** The other person's portrait, if known. */
  portrait: ComponentProps<typeof Portrait>['doctor'] | undefined
  /** The patient's phone number, for the doctor. */
  patientPhone: string | null | undefined
  /** The reader's time zone. */
  zone: string
  /** The open devices, if the user came through the lobby. */
  devices: Devices | undefined
  onOtherName: (name: string) => void
  events: string[]
  onEvent: (event: string) => void
  onState: (state: ConversationState) => void
  /** Called when the user leaves, with whether both were connected since this page was opened. */
  onEnd: (hasMet: boolean) => void
  onBack: () => void
  renderPresence: (isAlone: boolean, hasMet: boolean) => ReactNode
}

export function OwnRoom({
  appointmentId,
  userId,
  room,
  ownName,
  nameOther,
  portrait,
  patientPhone,
  zone,
  onOtherName,
  events,
  onEvent,
  onState,
  onEnd,
  onBack,
  renderPresence,
  ...given
}: OwnRoomProps) {
  const { t } = useI18n()
  const [connectedAt] = useState(() => readConnectedAt(appointmentId))
  const { meeting, ...view } = useMeeting({
    appointmentId,
    userId,
    name: ownName,
    room,
    devices: given.devices,
    connectedAt,
    events,
    onEvent,
  })
  const { state, devices } = view
  useWakeLock(state !== 'replaced' && state !== 'taken')
  const name = nameOther(view.other.name)
  useEffect(() => onOtherName(name), [name, onOtherName])
  useEffect(() => onState(state), [state, onState])
  useEffect(() => {
    if (view.connectedAt !== undefined) keepConnectedAt(appointmentId, view.connectedAt)
  }, [appointmentId, view.connectedAt])
  const video = useRef<HTMLVideoElement>(null)
  /** The last position of the portrait, out of which the video grows. */
  const arch = useRef<DOMRect>(undefined)
  const parts = useLater(loadCallParts, { retryMs: PARTS_RETRY_MS })
  const isLeft = useHasPassed(view.leftAt, LEFT_MS)
  const needsPhone = useHasPassed(view.troubledAt, OFFER_PHONE_MS)
  if (state === 'replaced') return <Replaced onBack={onBack} />
  if (state === 'taken') return <Taken by={view.takenBy} onBack={onBack} />
  const isThere = isOtherThere(view)
  const hasMet = view.connectedAt !== undefined
  return (
    <>
      <div className="@container/stage relative min-h-0 flex-1">
        {isThere && <OtherView view={view} name={name} video={video} portrait={portrait} arch={arch} />}
        {/* At the top of the other person's video, or in the middle of the stage while there is none. */}
        <div
          className={classes(
            'pointer-events-none absolute grid justify-items-center',
            isThere ? 'inset-x-3 top-3 gap-2 short:top-18' : classes(ALONE, 'short:pt-16 short:pb-20'),
          )}
        >
          {!isThere && <Face portrait={portrait} arch={arch} className={classes('short:hidden', WITHOUT_OFFER)} />}
          <CallNews view={view} name={name} zone={zone}>
            {parts.status === 'loaded' && <parts.part.CallFacts view={view} name={name} />}
          </CallNews>
          {renderPresence(state === 'waiting' || isLeft, hasMet)}
          {parts.status === 'loaded' && state === 'connected' && (
            <parts.part.ConnectionStatus view={view} name={name} onResume={meeting.resumeVideo} />
          )}
          {parts.status === 'loaded' && needsPhone && (
            <parts.part.PhoneFallback part={room.part} patientPhone={patientPhone} className="rounded-2xl bg-night/80 px-4 py-3" />
          )}
          <DeviceFaults faults={devices.faults} />
          {!isThere && (
            <p className={classes('max-w-[46ch] text-sm text-on-night-muted short:hidden', WITHOUT_OFFER)}>{t('call.privacy')}</p>
          )}
        </div>
        {devices.picture && <SelfView stream={devices.picture} isMirrored={!devices.media.screen} isAlone={!isThere} />}
      </div>
      <Controls devices={meeting.devices} state={devices} video={video} isOtherSeen={isOtherSeen(view)} onEnd={() => onEnd(hasMet)} />
    </>
  )
}

interface CallNewsProps {
  view: MeetingState
  name: string
  zone: string
  /** Content beside the text, while both are connected. */
  children: ReactNode
}

/** The state of the call as text, announced to screen readers. */
function CallNews({ view, name, zone, children }: CallNewsProps) {
  const { t } = useI18n()
  const { state, line, other, interruptedAt, leftAt } = view
  const isProbablyGone = useHasPassed(interruptedAt, PROBABLY_GONE_MS)
  const isConnected = state === 'connected'
  // If the session has ended, the page asks to sign in again, so the lost channel is not reported.
  const isLineLost = !useHasSessionEnded() && (line === 'reconnecting' || line === 'refused')
  const awaySince = interruptedAt ?? leftAt
  const isCameraOff = isConnected && other.media && !other.media.camera && !other.media.screen
  return (
    <>
      <div
        className={classes(
          isOtherThere(view)
            ? classes(PILL, 'flex flex-wrap items-center justify-center gap-x-3')
            : 'max-w-[34ch] text-xl font-medium text-balance wrap-anywhere',
        )}
      >
        <p aria-live="polite">{t(isProbablyGone ? 'call.mayHaveLeft' : WORDS[state], { name })}</p>
        {isConnected && <div className="flex flex-wrap items-center justify-center gap-x-3">{children}</div>}
      </div>
      <div aria-live="polite" className="grid justify-items-center gap-2 empty:hidden">
        {awaySince !== undefined && <p className={PILL}>{t('call.lastConnected', { time: clockIn(new Date(awaySince), zone) })}</p>}
        {isLineLost && <p className={PILL}>{t(isConnected ? 'call.lineLost' : 'call.noLine')}</p>}
        {isConnected && other.media?.microphone === false && (
          <p className={classes('flex items-center gap-2', PILL)}>
            <MicOff aria-hidden="true" className="size-4 shrink-0" />
            {t('call.otherMuted', { name })}
          </p>
        )}
        {/* Only for screen readers, because the middle of the stage shows it. */}
        {isCameraOff && <p className="sr-only">{t('call.otherCameraIsOff', { name })}</p>}
      </div>
    </>
  )
}

function Replaced({ onBack }: { onBack: () => void }) {
  const { t } = useI18n()
  return (
    <Notice title={t('call.replacedTitle')} text={t('call.replaced')}>
      <Button look="on-night-primary" onClick={() => location.reload()}>
        {t('call.here')}
      </Button>
      <Button look="on-night" onClick={onBack}>
        {t('call.back')}
      </Button>
    </Notice>
  )
}

/** Says that the other guardian is in the call. Chat, files and the appointment are available to both. */
function Taken({ by, onBack }: { by: string | undefined; onBack: () => void }) {
  const { t } = useI18n()
  return (
    <Notice title={t('call.takenTitle')} text={t('call.taken', { name: by ?? '' })}>
      <Button look="on-night-primary" onClick={() => location.reload()}>
        {t('call.retry')}
      </Button>
      <Button look="on-night" onClick={onBack}>
        {t('call.back')}
      </Button>
    </Notice>
  )
}
