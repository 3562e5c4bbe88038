import { Badge } from '../../../components/ui/badge.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { FEW_MINUTES, timeLeft } from './minutes-left.ts'

/** The remaining minutes, in the call's bar. Screen readers announce when few minutes are left and when the time is up. */
export function TimeLeft({ appointment }: { appointment: { starts_at: string; ends_at: string } }) {
  const { t } = useI18n()
  const left = timeLeft(appointment, useNow())
  if (left.state === 'early') return null
  const minutes = left.state === 'over' ? 0 : left.minutes
  const words = (
    <>
      <span className="max-sm:sr-only">{left.state === 'over' ? t('call.timeIsUp') : t('call.minutesLeft', { n: minutes })}</span>
      <span aria-hidden="true" className="sm:hidden">
        {t('call.minutesShort', { n: minutes })}
      </span>
    </>
  )
  return (
    <>
      <div className="shrink-0 whitespace-nowrap">
        {left.state === 'running' ? <p className="text-sm text-on-night-muted">{words}</p> : <Badge tone="waiting">{words}</Badge>}
      </div>
      <output className="sr-only">
        {left.state === 'ending' && t('call.fewMinutes', { n: FEW_MINUTES })}
        {left.state === 'over' && t('call.timeIsUp')}
      </output>
    </>
  )
}
