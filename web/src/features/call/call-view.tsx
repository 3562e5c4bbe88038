// The call itself: asking for the room, being in it, and what is there afterwards.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Button, ButtonLink, Spinner } from '../../components/ui/button.tsx'
import { AppError, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { endActiveCall, type Join, keepActiveCall } from './active-call.ts'
import { earlyText, namesOf, ROOM_ERRORS } from './call-texts.ts'
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
  /** Where one came from. */
  wayBack: string
  events: string[]
  onEvent: (event: string) => void
  /** Something of the appointment's own, beside the call. */
  aside: ReactNode
  side: ReactNode
}

export function CallView({ details, join, onEnd, wayBack, events, onEvent, aside, side }: CallViewProps) {
  const { t } = useI18n()
  const { id } = details
  const state = useRoom(id, join)
  const names = namesOf(details, t)
  const [otherName, setOtherName] = useState(names.other)
  const isTest = state.status === 'connected' && state.room.is_test

  const entered = useEffectEvent(() => {
    keepActiveCall(id, join)
    toast.success(t('call.ready'))
    if (isTest) toast.info(t('call.testMode'), { description: t('call.testModeText') })
  })
  const refused = useEffectEvent(() => toast.error(t('call.startFailed')))
  useEffect(() => {
    if (state.status === 'connected') entered()
    if (state.status === 'error') refused()
  }, [state.status])

  const end = () => {
    endActiveCall(id)
    toast.success(t('call.ended'))
    onEnd()
  }
  const isOver = details.status !== 'confirmed'
  return (
    <Stage status={isOver ? 'disconnected' : state.status} names={[join.name, otherName]} isTest={isTest} aside={aside} side={side}>
      {isOver ? (
        <Notice title={t('call.ended')} text={t('call.noLonger')}>
          <ButtonLink to={wayBack} look="on-night-primary">
            {t('call.back')}
          </ButtonLink>
        </Notice>
      ) : state.status === 'connecting' ? (
        <output className="flex flex-1 items-center justify-center gap-3 text-on-night-muted">
          <Spinner />
          {t('call.starting')}
        </output>
      ) : state.status === 'error' ? (
        <RoomFailed error={state.error} wayBack={wayBack} />
      ) : state.room.provider === 'own' ? (
        <OwnRoom
          appointmentId={id}
          room={state.room}
          ownName={join.name}
          otherName={names.other}
          onOtherName={setOtherName}
          events={events}
          onEvent={onEvent}
          onEnd={end}
        />
      ) : (
        <DailyFrame room={state.room} onEnd={end} />
      )}
    </Stage>
  )
}

function RoomFailed({ error, wayBack }: { error: unknown; wayBack: string }) {
  const { t } = useI18n()
  const { key, values } = textOf(error, ROOM_ERRORS)
  const reason = error instanceof AppError ? error.reason : undefined
  const message =
    reason === 'room_too_early'
      ? earlyText(Number(values['minutes']), t)
      : reason === 'wrong_code'
        ? t('call.wrongCode', { code: String(values['expected']) })
        : t(key, values)
  return (
    <div role="alert" className="flex flex-1">
      <Notice title={t('call.startFailed')} text={reason === 'invalid_answer' ? t('call.roomInvalid') : t('call.roomFailed', { message })}>
        <Button look="on-night-primary" onClick={() => location.reload()}>
          {t('call.retry')}
        </Button>
        <ButtonLink to={wayBack} look="on-night">
          {t('call.back')}
        </ButtonLink>
      </Notice>
    </div>
  )
}
