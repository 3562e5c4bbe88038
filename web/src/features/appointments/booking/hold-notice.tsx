import { Timer } from 'lucide-react'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Hold } from './use-hold.ts'

/** How long the chosen time is held, or that it no longer is. */
export function HoldNotice({ hold: { secondsLeft, again } }: { hold: Hold }) {
  const { t } = useI18n()
  if (secondsLeft === undefined) return null
  if (secondsLeft === 0) {
    return (
      <Banner tone="warning" role="alert">
        <p>{t('booking.holdExpired')}</p>
        <Button look="secondary" className="mt-3" onClick={again}>
          {t('booking.holdAgain')}
        </Button>
      </Banner>
    )
  }
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  return (
    <p role="timer" className="flex items-center gap-2 text-sm text-muted max-sm:text-xs">
      <Timer aria-hidden="true" className="size-4 shrink-0 text-brass" />
      {t('booking.held', { left: `\u2066${left}\u2069` })}
    </p>
  )
}
