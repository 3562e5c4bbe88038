import { useI18n } from '../lib/i18n.tsx'
import type { LiveState } from '../lib/live.ts'

/** Says whether the data on the page is updated live. */
export function LiveMark({ state }: { state: LiveState }) {
  const { t } = useI18n()
  if (state === 'connecting' || state === 'refused') return null
  return (
    <p className="flex shrink-0 items-center gap-2 whitespace-nowrap text-sm text-muted print:hidden">
      <span aria-hidden="true" className={`size-2 rounded-full ${state === 'live' ? 'bg-good' : 'animate-pulse bg-wait'}`} />
      {t(state === 'live' ? 'live.live' : 'live.reconnecting')}
    </p>
  )
}
