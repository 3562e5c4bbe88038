import { Badge } from '../../components/ui/badge.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useNow } from '../../lib/use-now.ts'
import { FEW_MINUTES, timeLeft } from './minutes-left.ts'

/** How many minutes are left, in the bar of the call. Screen readers are told once, when few are left. */
export function TimeLeft({ appointment }: { appointment: { starts_at: string; ends_at: string } }) {
  const { t } = useI18n()
  const left = timeLeft(appointment, useNow())
  return (
    <>
      {left.state === 'running' && (
        <p className="text-sm whitespace-nowrap text-on-night-muted">{t('call.minutesLeft', { n: left.minutes })}</p>
      )}
      {left.state === 'ending' && <Badge tone="waiting">{t('call.minutesLeft', { n: left.minutes })}</Badge>}
      {left.state === 'over' && <Badge tone="waiting">{t('call.timeIsUp')}</Badge>}
      <output className="sr-only">
        {left.state === 'ending' ? t('call.fewMinutes', { n: FEW_MINUTES }) : left.state === 'over' && t('call.timeIsUp')}
      </output>
    </>
  )
}
