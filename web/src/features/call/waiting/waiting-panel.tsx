// Shows the waiting patient an honest status, and alerts them when the doctor calls them in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useHasSessionEnded } from '../../../lib/session/session.ts'
import { clockIn } from '../../../lib/time/zones.ts'
import { answerId, failureLine, isOfferDue, isRefused, linesOf, type WaitingStatus } from './status.ts'
import { useCallIn } from './use-call-in.ts'
import { useHeartbeat } from './use-heartbeat.ts'
import { useTick } from './use-tick.ts'
import { waitingKey } from './waiting-keys.ts'
import { WaitingOffer } from './waiting-offer.tsx'
import { getWaitingStatus, waitForDoctor } from './waiting-requests.ts'

const BOX =
  'pointer-events-auto grid max-w-[28rem] justify-items-center gap-2 justify-self-center rounded-2xl bg-night/80 px-4 py-3 text-center text-sm'

interface WaitingPanelProps {
  appointmentId: string
  zone: string
  isAlone: boolean
  onRefused: () => void
  otherTime: ReactNode
}

export function WaitingPanel({ appointmentId, zone, isAlone, onRefused, otherTime }: WaitingPanelProps) {
  const { t } = useI18n()
  const { status, failure } = useWaitingStatus(appointmentId, isAlone)
  const hasSessionEnded = useHasSessionEnded()
  const now = useTick()
  const callIn = useCallIn()
  const [keptWaitingAt, setKeptWaitingAt] = useState<number>()
  const isWaiting = isAlone && status !== undefined && !status.doctor_is_here
  const answer = answerId(status)

  const announceAnswer = useEffectEvent(() => {
    const [line] = status ? linesOf(status) : []
    if (line) callIn.announce(t(line.key, { count: line.count ?? 0 }), status?.answer === 'now')
  })
  useEffect(() => {
    if (answer) announceAnswer()
  }, [answer])

  const announceDoctor = useEffectEvent(() => callIn.announce(t('waiting.doctorIsHere'), false))
  const [hasWaited, setHasWaited] = useState(false)
  if (isWaiting && !hasWaited) setHasWaited(true)
  const isMet = hasWaited && !isWaiting && status !== undefined
  useEffect(() => {
    if (isMet) announceDoctor()
  }, [isMet])

  const isOutdated = isRefused(failure, 'call_ended', 'room_not_confirmed', 'room_too_early')
  const learn = useEffectEvent(onRefused)
  useEffect(() => {
    if (isOutdated) learn()
  }, [isOutdated])

  // Without a session heartbeats fail, so the status is unknown. The page asks to sign in again.
  if (hasSessionEnded) return null
  if (isRefused(failure, 'room_over'))
    return <RoomIsClosed>{!status?.call_started_at && <WaitingOffer otherTime={otherTime} />}</RoomIsClosed>
  const lines = failure ? failureLine(failure) : isWaiting ? linesOf(status, now) : []
  if (lines.length === 0) return null
  const isOffered = status !== undefined && isOfferDue(status, keptWaitingAt, now)
  return (
    <div className={BOX}>
      <div aria-live="polite" className="grid gap-1 text-balance">
        {lines.map((line, at) => (
          <p key={line.key} className={at ? 'text-on-night-muted' : 'text-base font-medium'}>
            {t(line.key, { count: line.count ?? 0 })}
          </p>
        ))}
        {isOffered && <p className="text-on-night-muted">{t('waiting.openUntil', { time: clockIn(status.closes_at, zone) })}</p>}
      </div>
      {isOffered && <WaitingOffer otherTime={otherTime} onKeepWaiting={() => setKeptWaitingAt(Date.now())} />}
      {callIn.canAsk && (
        <Button look="on-night" className="min-h-11 px-4 text-sm" onClick={callIn.ask}>
          <BellPlus aria-hidden="true" className="size-4 shrink-0" />
          {t('waiting.notify')}
        </Button>
      )}
      {callIn.permission === 'granted' && <p className="text-on-night-muted">{t('waiting.willNotify')}</p>}
    </div>
  )
}

/** Says that the room's time is over, while the user is still in it. */
export function RoomIsClosed({ children }: { children?: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className={BOX}>
      <p role="alert" className="text-base font-medium text-balance">
        {t('waiting.closed')}
      </p>
      {children}
    </div>
  )
}

/** The status from each heartbeat's response, refetched when a live message invalidates it. */
function useWaitingStatus(appointmentId: string, isAlone: boolean): { status: WaitingStatus | undefined; failure: unknown } {
  const client = useQueryClient()
  const queryKey = waitingKey(appointmentId)
  const { data } = useQuery({
    queryKey,
    queryFn: async () => getWaitingStatus(appointmentId),
    // The first status is the response to the arrival, so there is no separate first fetch.
    enabled: (query) => isAlone && query.state.data !== undefined,
    staleTime: Infinity,
  })
  const beat = async () => void client.setQueryData(queryKey, await waitForDoctor(appointmentId))
  const failure = useHeartbeat({ id: appointmentId, isOn: isAlone, beat, onLeave: 'leave_waiting_room' })
  // Another page of the same patient was closed, so the database considers the patient gone.
  const isForgotten = isAlone && data?.arrived_at === null && !data.doctor_is_here
  const reportAgain = useEffectEvent(() => void beat().catch(() => {}))
  useEffect(() => {
    if (isForgotten) reportAgain()
  }, [isForgotten])
  return { status: data, failure }
}
