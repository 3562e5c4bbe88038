import { PhoneOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLive } from '../../../lib/data/live.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { ControlButton } from '../control-button.tsx'
import type { DailyRoom } from '../queries.ts'

interface DailyFrameProps {
  appointmentId: string
  room: DailyRoom
  events: string[]
  onEvent: (event: string) => void
  onEnd: () => void
  /** The presence reports above the frame. */
  presence: ReactNode
}

/** A room at Daily, which brings its own controls. */
export function DailyFrame({ appointmentId, room, events, onEvent, onEnd, presence }: DailyFrameProps) {
  const { t } = useI18n()
  useLive({ topic: `appointment:${appointmentId}`, isPrivate: true, events }, ({ event }) => event && onEvent(event))
  const address = new URL(room.room_url)
  address.searchParams.set('t', room.meeting_token)
  return (
    <>
      <div className="flex justify-center empty:hidden">{presence}</div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, the only one that the site's CSP allows */}
      <iframe
        title={t('call.title')}
        src={address.href}
        allow="camera; microphone; display-capture; fullscreen; autoplay"
        className="min-h-0 w-full flex-1 border-0"
      />
      <div className="flex justify-center px-3 pt-3 pb-5">
        <ControlButton icon={PhoneOff} look="end" label={t('call.end')} onClick={onEnd} />
      </div>
    </>
  )
}
