// How good the connection is for both, and what the call does about a bad one, in words.
import { type LucideIcon, SignalHigh, SignalLow, SignalMedium, VideoOff } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { classes } from '../../lib/classes.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import type { MeetingState } from './meeting.ts'
import type { Quality } from './quality.ts'

const LOOKS: Record<Quality, { icon: LucideIcon; look: string; own: TextKey; other: TextKey }> = {
  good: { icon: SignalHigh, look: 'text-[#86d8ae]', own: 'room.ownGood', other: 'room.otherGood' },
  fair: { icon: SignalMedium, look: 'text-[#f0c674]', own: 'room.ownFair', other: 'room.otherFair' },
  poor: { icon: SignalLow, look: 'text-[#ff9d9d]', own: 'room.ownPoor', other: 'room.otherPoor' },
}

const PILL = 'max-w-full rounded-2xl bg-night/80 px-4 py-1.5 text-center text-sm wrap-anywhere'

interface ConnectionStatusProps {
  view: MeetingState
  /** The other person's. */
  name: string
  onResume: () => void
}

export function ConnectionStatus({ view: { quality, other, devices, isFrozen }, name, onResume }: ConnectionStatusProps) {
  const { t } = useI18n()
  const isPaused = devices.media.isPaused === true
  return (
    <div className="grid justify-items-center gap-2">
      {(quality || other.quality) && (
        <ul aria-label={t('room.quality')} className={classes('flex flex-wrap justify-center gap-x-4 gap-y-1', PILL)}>
          {quality && <Item quality={quality} text={t(LOOKS[quality].own)} />}
          {other.quality && <Item quality={other.quality} text={t(LOOKS[other.quality].other, { name })} />}
        </ul>
      )}
      <div aria-live="polite" className="grid justify-items-center gap-2">
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
    </div>
  )
}

function Item({ quality, text }: { quality: Quality; text: string }) {
  const { icon: Icon, look } = LOOKS[quality]
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
