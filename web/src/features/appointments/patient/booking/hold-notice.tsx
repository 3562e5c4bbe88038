import { Timer } from 'lucide-react'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Hold } from './use-hold.ts'

/** Shows how long the chosen time is held. Small screens show only the minutes. */
export function HoldTimer({ secondsLeft }: Pick<Hold, 'secondsLeft'>) {
  const { t } = useI18n()
  if (!secondsLeft) return null
  // Not formatted like a clock time, because it is next to clock times.
  const left = t('booking.heldMinutes', { number: Math.ceil(secondsLeft / 60) })
  return (
    <p role="timer" className="flex shrink-0 items-center gap-1.5 text-sm text-muted max-lg:gap-1 max-lg:text-xs">
      <Timer aria-hidden="true" className="size-4 shrink-0 text-brass max-lg:size-3.5" />
      <span className="max-lg:sr-only">{t('booking.held', { left })}</span>
      <bdi aria-hidden="true" className="tabular-nums lg:hidden">
        {left}
      </bdi>
    </p>
  )
}

/** Says that the chosen time is no longer held. */
export function HoldExpired({ hold: { secondsLeft, again } }: { hold: Hold }) {
  const { t } = useI18n()
  if (secondsLeft !== 0) return null
  return (
    <Banner tone="warning" role="alert">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">{t('booking.holdExpired')}</p>
        <Button look="secondary" onClick={again}>
          {t('booking.holdAgain')}
        </Button>
      </div>
    </Banner>
  )
}
