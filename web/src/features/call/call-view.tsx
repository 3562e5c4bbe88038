// The call itself: asking for the room, being in it, and what is there afterwards.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ArchLoader } from '../../components/arch-loader.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { AppError } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { endActiveCall, type Join, keepActiveCall } from './active-call.ts'
import { CALL_NEWS, namesOf, REFUSALS, roomErrorText } from './call-texts.ts'
import { DailyFrame } from './daily-frame.tsx'
import { Notice } from './notice.tsx'
import { OwnRoom } from './own-room.tsx'
import type { CallDetails } from './queries.ts'
import { Stage } from './stage.tsx'
import { useRoom } from './use-room.ts'

interface CallViewProps {
  details: CallDetails
  join: Join
  onEnd: () => void
  /** To where one came from. */
  onBack: () => void
  events: string[]
  onEvent: (event: string) => void
  /** Something of the appointment's own, beside the call. */
  aside: ReactNode
  /** Stays mounted while it is closed, and keeps what was typed in it. */
  side: ReactNode
  isSideOpen: boolean
  /** In the room, unless it is a test: what the two report while they are there. */
  renderPresence: (isAlone: boolean) => ReactNode
}

export function CallView({ details, join, onEnd, onBack, events, onEvent, aside, side, isSideOpen, renderPresence }: CallViewProps) {
  const { t } = useI18n()
  const { id } = details
  const isOver = details.status !== 'confirmed'
  const state = useRoom(id, join, isOver)
  const names = namesOf(details, t)
  const [otherName, setOtherName] = useState(names.other.full)
  const isTest = state.status === 'connected' && state.room.is_test
  const presence = isTest ? () => null : renderPresence

  const entered = useEffectEvent(() => {
    keepActiveCall(id, join)
    toast.success(t('call.ready'), { id: CALL_NEWS })
    if (isTest) toast.info(t('call.testMode'), { description: t('call.testModeText') })
  })
  const refused = useEffectEvent((error: unknown) => {
    toast.error(t('call.startFailed'), { id: CALL_NEWS })
    // What was refused by name is not to be tried again at the next visit.
    if (error instanceof AppError && error.reason in REFUSALS) endActiveCall(id)
  })
  useEffect(() => {
    if (state.status === 'connected') entered()
    if (state.status === 'error') refused(state.error)
  }, [state])

  const end = () => {
    endActiveCall(id)
    toast.success(t('call.ended'), { id: CALL_NEWS })
    onEnd()
  }
  useEffect(() => {
    if (isOver) endActiveCall(id)
  }, [isOver, id])
  return (
    <Stage
      status={isOver ? 'disconnected' : state.status}
      names={{ own: join.name, other: otherName }}
      isTest={isTest}
      isFilled={!isOver && state.status === 'connected' && state.room.provider === 'own'}
      aside={aside}
      side={side}
      isSideOpen={isSideOpen}
    >
      {isOver ? (
        <Notice title={t('call.ended')} text={t('call.noLonger')}>
          <Button look="on-night-primary" onClick={onBack}>
            {t('call.back')}
          </Button>
        </Notice>
      ) : state.status === 'connecting' ? (
        <output className="flex flex-1 flex-col items-center justify-center gap-3 text-on-night-muted">
          <ArchLoader />
          {t('call.starting')}
        </output>
      ) : state.status === 'error' ? (
        <RoomFailed error={state.error} onBack={onBack} />
      ) : state.room.provider === 'daily' ? (
        <DailyFrame appointmentId={id} room={state.room} events={events} onEvent={onEvent} onEnd={end} presence={presence(true)} />
      ) : canCall() ? (
        <OwnRoom
          appointmentId={id}
          room={state.room}
          ownName={join.name}
          other={names.other}
          onOtherName={setOtherName}
          events={events}
          onEvent={onEvent}
          onEnd={end}
          onBack={onBack}
          renderPresence={presence}
        />
      ) : (
        <Notice title={t('call.unsupportedTitle')} text={t('call.unsupported')}>
          <Button look="on-night-primary" onClick={onBack}>
            {t('call.back')}
          </Button>
        </Notice>
      )}
    </Stage>
  )
}

const canCall = () => 'RTCPeerConnection' in globalThis

function RoomFailed({ error, onBack }: { error: unknown; onBack: () => void }) {
  const i18n = useI18n()
  const { t } = i18n
  const isInvalid = error instanceof AppError && error.reason === 'invalid_answer'
  return (
    <div role="alert" className="flex flex-1">
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
    </div>
  )
}
