// The whole call: requesting the room, the room itself, and the page after the call.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ArchLoader } from '../../../components/arch-loader.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { AppError } from '../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { endActiveCall, type Join, keepActiveCall } from '../active-call.ts'
import { CALL_NEWS, nameInCall, namesOf, overText, portraitOf, REFUSALS, roomErrorText } from '../call-texts.ts'
import { canCall } from '../can-call.ts'
import type { Devices } from '../devices/devices.ts'
import { forgetInCall } from '../devices/remembered-devices.ts'
import { type CallDetails, isEndedForPatient } from '../queries.ts'
import { CallOver } from './call-over.tsx'
import { loadCallParts, PARTS_RETRY_MS } from './call-parts.ts'
import type { ConversationState } from './conversation.ts'
import { DailyFrame } from './daily-frame.tsx'
import { endForBoth } from './end-for-both.ts'
import { Notice } from './notice.tsx'
import { OwnRoom } from './own-room.tsx'
import { Stage } from './stage.tsx'
import { useLater } from './use-later.ts'
import { useRoom } from './use-room.ts'

interface CallViewProps {
  details: CallDetails
  userId: string
  /** The reader's time zone. */
  zone: string
  join: Join
  /** The open devices, if the user came through the entrance. */
  devices: Devices | undefined
  /** Called when the user leaves, with whether the call is over for both. */
  onEnd: (isForBoth: boolean) => void
  /** Switches from this call to another one. */
  onCallIn: (appointmentId: string) => void
  /** Returns to the page that the user came from. */
  onBack: () => void
  events: string[]
  onEvent: (event: string) => void
  /** Content of the appointment, beside the call. */
  aside: ReactNode
  /** Renders the side panel, which stays mounted while closed to keep typed text. `news` is a message that it covers on small screens. */
  renderSide: (news: string | undefined) => ReactNode
  isSideOpen: boolean
  /** Renders the presence reports of both sides in the room. Not used for a test. */
  renderPresence: (isAlone: boolean, callIn: (appointmentId: string) => void) => ReactNode
}

export function CallView({
  details,
  userId,
  zone,
  join,
  devices,
  onEnd,
  onCallIn,
  onBack,
  events,
  onEvent,
  aside,
  renderSide,
  isSideOpen,
  renderPresence,
}: CallViewProps) {
  const { t } = useI18n()
  const { id } = details
  const isEnded = isEndedForPatient(details)
  // After the end of a call, a reopened call is re-entered only on a click.
  const [wasEnded, setWasEnded] = useState(isEnded)
  if (isEnded && !wasEnded) setWasEnded(true)
  const isOver = details.status !== 'confirmed' || wasEnded
  const state = useRoom(id, join, isOver)
  const names = namesOf(details, t)
  const [otherName, setOtherName] = useState(names.other.full)
  const isTest = state.status === 'connected' && state.room.is_test
  const [talk, setTalk] = useState<ConversationState>()
  // A room at Daily opens the camera itself.
  useHandedDevices(devices, state.status === 'connected' && state.room.provider === 'daily')

  const begun = useEffectEvent(() => {
    if (state.status === 'connecting' && !isOver) toast.info(t('call.starting'), { id: CALL_NEWS })
  })
  useEffect(() => begun(), [])
  const entered = useEffectEvent(() => {
    keepActiveCall(id, join)
    toast.success(t('call.ready'), { id: CALL_NEWS })
    if (isTest) toast.info(t('call.testMode'), { id: TEST_NEWS, description: t('call.testModeText') })
  })
  const refused = useEffectEvent((error: unknown) => {
    toast.error(t('call.startFailed'), { id: CALL_NEWS })
    // A named refusal is final, so the next page load must not try again.
    if (error instanceof AppError && error.reason in REFUSALS) endActiveCall(id)
  })
  useEffect(() => {
    if (state.status === 'connected') entered()
    if (state.status === 'error') refused(state.error)
  }, [state])

  const leave = (hasMet: boolean) => {
    endActiveCall(id)
    forgetInCall()
    const isForBoth = details.part === 'doctor' && hasMet && !isTest
    if (isForBoth) void endForBoth(id).catch(() => toast.error(t('call.endFailed'), { id: CALL_NEWS }))
    // The page that comes next says that the call has ended. On a phone a message would cover that.
    for (const news of [CALL_NEWS, TEST_NEWS]) toast.dismiss(news)
    return isForBoth
  }
  const end = (hasMet: boolean) => onEnd(leave(hasMet))
  const presence = (isAlone: boolean, hasMet: boolean) =>
    !isTest &&
    renderPresence(isAlone, (next) => {
      leave(hasMet)
      onCallIn(next)
    })
  useEffect(() => {
    if (isOver) endActiveCall(id)
  }, [isOver, id])
  return (
    <Stage
      // The room is open, but the connection to the other person is interrupted.
      status={isOver ? 'disconnected' : talk === 'interrupted' && state.status === 'connected' ? 'connecting' : state.status}
      names={{ own: join.name, other: otherName }}
      isTest={isTest}
      isFilled={!isOver && state.status === 'connected' && state.room.provider === 'own'}
      aside={aside}
      side={renderSide(isOver ? t(overText(details)) : talk && HIDDEN_NEWS[talk] && t(HIDDEN_NEWS[talk], { name: otherName }))}
      isSideOpen={isSideOpen}
    >
      {isOver ? (
        <CallOver
          details={details}
          userId={userId}
          onBack={onBack}
          onJoin={details.status === 'confirmed' && !isEnded ? () => setWasEnded(false) : undefined}
        />
      ) : state.status === 'connecting' ? (
        <output className="flex flex-1 flex-col items-center justify-center gap-3 text-on-night-muted">
          <ArchLoader />
          {t('call.starting')}
        </output>
      ) : state.status === 'error' ? (
        <RoomFailed error={state.error} details={details} onBack={onBack} />
      ) : state.room.provider === 'daily' ? (
        <DailyFrame
          appointmentId={id}
          room={state.room}
          events={events}
          onEvent={onEvent}
          onEnd={() => end(true)}
          presence={presence(true, true)}
        />
      ) : canCall() ? (
        <OwnRoom
          appointmentId={id}
          userId={userId}
          room={state.room}
          ownName={join.name}
          nameOther={(told) => nameInCall(details, told, t)}
          portrait={portraitOf(details.part === 'doctor' ? details.patient : details.doctor)}
          patientPhone={details.patient?.phone}
          zone={zone}
          devices={devices}
          onOtherName={setOtherName}
          events={events}
          onEvent={onEvent}
          onState={setTalk}
          onEnd={end}
          onBack={onBack}
          renderPresence={presence}
        />
      ) : (
        <Unsupported details={details} onBack={onBack} />
      )}
    </Stage>
  )
}

const TEST_NEWS = 'test-call'

/** Messages that the user needs even while the panel covers the call. */
const HIDDEN_NEWS: Partial<Record<ConversationState, TextKey>> = {
  interrupted: 'call.interrupted',
  left: 'call.left',
  replaced: 'call.replaced',
  taken: 'call.takenTitle',
}

/** Closes the handed-over devices when the page is left or does not use them. */
function useHandedDevices(devices: Devices | undefined, areUnused: boolean) {
  useEffect(() => {
    if (areUnused) devices?.end()
    return () => devices?.end()
  }, [devices, areUnused])
}

/** Suggests another browser or the telephone. */
function Unsupported({ details, onBack }: { details: CallDetails; onBack: () => void }) {
  const { t } = useI18n()
  const phone = details.patient?.phone
  // Without a phone number nothing has to be loaded.
  const hasNumber = details.part === 'patient' || Boolean(phone)
  const parts = useLater(loadCallParts, { isWanted: hasNumber, retryMs: PARTS_RETRY_MS })
  return (
    <div className="flex flex-1 flex-col">
      <Notice title={t('call.unsupportedTitle')} text={t('call.unsupported')}>
        <Button look="on-night-primary" onClick={onBack}>
          {t('call.back')}
        </Button>
      </Notice>
      {parts.status === 'loaded' && <parts.part.PhoneFallback part={details.part} patientPhone={phone} className="px-6 pb-10" />}
    </div>
  )
}

function RoomFailed({ error, details, onBack }: { error: unknown; details: CallDetails; onBack: () => void }) {
  const i18n = useI18n()
  const { t } = i18n
  const isRefused = error instanceof AppError && error.reason in REFUSALS
  const parts = useLater(loadCallParts, { isWanted: !isRefused, retryMs: PARTS_RETRY_MS })
  const isInvalid = error instanceof AppError && error.reason === 'invalid_answer'
  return (
    <div role="alert" className="flex flex-1 flex-col">
      <Notice
        title={t('call.startFailed')}
        text={isInvalid ? t('call.roomInvalid') : t('call.roomFailed', { message: roomErrorText(error, i18n) })}
      >
        <Button look="on-night-primary" onClick={() => location.reload()}>
          {t('call.retry')}
        </Button>
        <Button look="on-night" onClick={onBack}>
          {t('call.back')}
        </Button>
      </Notice>
      {parts.status === 'loaded' && (
        <parts.part.PhoneFallback part={details.part} patientPhone={details.patient?.phone} className="px-6 pb-10" />
      )}
    </div>
  )
}
