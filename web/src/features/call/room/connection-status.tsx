// Texts about the duration of the call, the quality of the connection, and paused video.
import { type LucideIcon, SignalHigh, SignalLow, SignalMedium, VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { formatLength } from '../../../lib/numbers.ts'
import type { Quality } from '../quality.ts'
import type { MeetingState } from './meeting.ts'

type Weakness = Exclude<Quality, 'good'>

const WEAKNESSES: Record<Weakness, { icon: LucideIcon; look: string; own: TextKey; other: TextKey }> = {
  fair: { icon: SignalMedium, look: 'text-[#f0c674]', own: 'room.ownFair', other: 'room.otherFair' },
  poor: { icon: SignalLow, look: 'text-[#ff9d9d]', own: 'room.ownPoor', other: 'room.otherPoor' },
}

const PILL = 'max-w-full rounded-2xl bg-night/80 px-4 py-1.5 text-center text-sm wrap-anywhere'

interface CallFactsProps {
  view: MeetingState
  /** The other person's name. */
  name: string
}

/** The facts beside the other person's name. If both connections are good, one text covers both. */
export function CallFacts({ view: { quality, other, connectedAt, devices }, name }: CallFactsProps) {
  const { t } = useI18n()
  // Paused video counts as poor, because a connection that only carries sound may have good measurements.
  const own = devices.media.isPaused ? 'poor' : weaknessOf(quality)
  const others = other.media?.isPaused ? 'poor' : weaknessOf(other.quality)
  return (
    <>
      {connectedAt !== undefined && <CallLength connectedAt={connectedAt} />}
      {(quality || other.quality) && (
        <ul aria-label={t('room.quality')} className="flex flex-wrap justify-center gap-x-4">
          {own && <Item {...WEAKNESSES[own]} text={t(WEAKNESSES[own].own)} />}
          {others && <Item {...WEAKNESSES[others]} text={t(WEAKNESSES[others].other, { name })} />}
          {!own && !others && <Item icon={SignalHigh} look="text-[#86d8ae]" text={t('room.good')} />}
        </ul>
      )}
    </>
  )
}

const weaknessOf = (quality: Quality | undefined) => (quality === 'good' ? undefined : quality)

function CallLength({ connectedAt }: { connectedAt: number }) {
  const { t } = useI18n()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="timer" aria-label={t('room.length')} dir="ltr" className="tabular-nums text-on-night-muted">
      {formatLength(now - connectedAt)}
    </span>
  )
}

interface ConnectionStatusProps {
  view: MeetingState
  /** The other person's name. */
  name: string
  onResume: () => void
}

export function ConnectionStatus({ view: { other, devices, isFrozen }, name, onResume }: ConnectionStatusProps) {
  const { t } = useI18n()
  const isPaused = devices.media.isPaused === true
  return (
    <div aria-live="polite" className="grid justify-items-center gap-2 empty:hidden">
      {isPaused && (
        <div className={classes('pointer-events-auto grid justify-items-center gap-2 py-3', PILL)}>
          <Paused text={t('room.ownPaused')} />
          <Button look="on-night" className="min-h-11" onClick={onResume}>
            {t('room.resume')}
          </Button>
        </div>
      )}
      {(other.media?.isPaused || isFrozen) && (
        <div className={PILL}>
          <Paused text={other.media?.isPaused ? t('room.otherPaused', { name }) : t('room.frozen')} />
        </div>
      )}
    </div>
  )
}

function Item({ icon: Icon, look, text }: { icon: LucideIcon; look: string; text: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <Icon aria-hidden="true" className={classes('size-4 shrink-0', look)} />
      {text}
    </li>
  )
}

function Paused({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2">
      <VideoOff aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  )
}
