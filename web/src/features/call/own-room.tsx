// A call in a room of our own: the other person's face is the page.
import { MicOff, UserRound } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { browserZone, clockIn } from '../../lib/zones.ts'
import { loadCallParts, PARTS_RETRY_MS } from './call-parts.ts'
import { type KnownName, shownName } from './call-texts.ts'
import { Controls } from './controls.tsx'
import type { ConversationState } from './conversation.ts'
import { DeviceFaults } from './device-faults.tsx'
import type { Devices } from './devices.ts'
import type { MeetingState } from './meeting.ts'
import { Notice } from './notice.tsx'
import { Picture } from './picture.tsx'
import type { OwnRoom as Room } from './queries.ts'
import { SelfView } from './self-view.tsx'
import { useHasPassed } from './use-has-passed.ts'
import { useLater } from './use-later.ts'
import { useMeeting } from './use-meeting.ts'
import { useWakeLock } from './use-wake-lock.ts'

const PROBABLY_GONE_MS = 60_000
/** A call that has not worked for so long may not work at all. */
const OFFER_PHONE_MS = 30_000
const PILL = 'max-w-full rounded-2xl bg-night/80 px-4 py-1.5 text-center text-sm wrap-anywhere'

const WORDS: Record<ConversationState, TextKey> = {
  waiting: 'call.waiting',
  connecting: 'call.linking',
  connected: 'call.linked',
  interrupted: 'call.interrupted',
  left: 'call.left',
  replaced: 'call.replaced',
}

interface OwnRoomProps {
  appointmentId: string
  room: Room
  ownName: string
  /** As the appointment knows them; they may have chosen another name. */
  other: KnownName
  /** For the doctor. */
  patientPhone: string | null | undefined
  /** Already open, if one came through the lobby. */
  devices: Devices | undefined
  onOtherName: (name: string) => void
  events: string[]
  onEvent: (event: string) => void
  onEnd: () => void
  onBack: () => void
  renderPresence: (isAlone: boolean) => ReactNode
}

export function OwnRoom({
  appointmentId,
  room,
  ownName,
  other,
  patientPhone,
  onOtherName,
  events,
  onEvent,
  onEnd,
  onBack,
  renderPresence,
  ...given
}: OwnRoomProps) {
  const { meeting, ...view } = useMeeting({ appointmentId, name: ownName, room, devices: given.devices, events, onEvent })
  const { state, devices } = view
  useWakeLock(state !== 'replaced')
  const name = shownName(view.other.name, other)
  useEffect(() => onOtherName(name), [name, onOtherName])
  const video = useRef<HTMLVideoElement>(null)
  const parts = useLater(loadCallParts, { retryMs: PARTS_RETRY_MS })
  const needsPhone = useHasPassed(view.troubledAt, OFFER_PHONE_MS)
  if (state === 'replaced') return <Replaced onBack={onBack} />
  return (
    <>
      <div className="relative min-h-0 flex-1">
        <OtherView view={view} name={name} video={video} />
        <div className="pointer-events-none absolute inset-x-3 top-3 grid justify-items-center gap-2 short:top-18">
          <CallNews view={view} name={name} />
          {renderPresence(state === 'waiting' || state === 'left')}
          {parts.status === 'loaded' && state === 'connected' && (
            <parts.part.ConnectionStatus view={view} name={name} onResume={meeting.resumeVideo} />
          )}
          {parts.status === 'loaded' && needsPhone && (
            <parts.part.PhoneFallback part={room.part} patientPhone={patientPhone} className="rounded-2xl bg-night/80 px-4 py-3" />
          )}
          <DeviceFaults faults={devices.faults} />
        </div>
        {devices.picture && <SelfView stream={devices.picture} isMirrored={!devices.media.screen} />}
      </div>
      <Controls devices={meeting.devices} state={devices} video={video} isOtherSeen={isOtherSeen(view)} onEnd={onEnd} />
    </>
  )
}

/** Whether something comes from the other person's camera or screen. */
const isOtherSeen = ({ state, stream, other: { media } }: MeetingState) =>
  Boolean(stream && (state === 'connected' || state === 'interrupted') && (media?.camera || media?.screen) && !media.isPaused)

/** What is going on, in words, and told to those who listen to the page. */
function CallNews({ view: { state, line, other, interruptedAt, leftAt }, name }: { view: MeetingState; name: string }) {
  const { t } = useI18n()
  const isProbablyGone = useHasPassed(interruptedAt, PROBABLY_GONE_MS)
  const isConnected = state === 'connected'
  const awaySince = interruptedAt ?? leftAt
  const isCameraOff = isConnected && other.media && !other.media.camera && !other.media.screen
  return (
    <div aria-live="polite" className="grid justify-items-center gap-2">
      <p className={PILL}>{t(isProbablyGone ? 'call.mayHaveLeft' : WORDS[state], { name })}</p>
      {awaySince !== undefined && <p className={PILL}>{t('call.lastConnected', { time: clockIn(new Date(awaySince), browserZone()) })}</p>}
      {(line === 'reconnecting' || line === 'refused') && <p className={PILL}>{t(isConnected ? 'call.lineLost' : 'call.noLine')}</p>}
      {isConnected && other.media?.microphone === false && (
        <p className={classes('flex items-center gap-2', PILL)}>
          <MicOff aria-hidden="true" className="size-4 shrink-0" />
          {t('call.otherMuted', { name })}
        </p>
      )}
      {/* Seen in the middle of the picture. */}
      {isCameraOff && <p className="sr-only">{t('call.otherCameraIsOff', { name })}</p>}
    </div>
  )
}

interface OtherViewProps {
  view: MeetingState
  name: string
  video: RefObject<HTMLVideoElement | null>
}

function OtherView({ view, name, video }: OtherViewProps) {
  const { t } = useI18n()
  const { state, stream, other, devices } = view
  const isThere = stream && (state === 'connected' || state === 'interrupted')
  const isSeen = isOtherSeen(view)
  return (
    <>
      {isThere && (
        <Picture
          stream={stream}
          videoRef={video}
          speaker={devices.speaker}
          label={t('call.pictureOf', { name })}
          className={classes(
            'absolute inset-0 size-full transition-opacity duration-250 ease-calm',
            other.media?.screen ? 'object-contain' : 'object-cover sm:object-contain short:object-cover',
            !isSeen && 'invisible',
            // The last picture that came, not what happens now.
            state === 'interrupted' && 'opacity-30',
          )}
        />
      )}
      {!isSeen && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-4 px-6 text-center">
          <span className="grid size-28 place-items-center rounded-full bg-on-night/10">
            <UserRound aria-hidden="true" strokeWidth={1.25} className="size-14 text-on-night-muted" />
          </span>
          <p className="text-xl font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {isThere ? (
            !other.media?.isPaused && <p className="text-on-night-muted">{t('call.otherCameraOff')}</p>
          ) : (
            <p className="max-w-[46ch] text-sm text-on-night-muted">{t('call.privacy')}</p>
          )}
        </div>
      )}
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
