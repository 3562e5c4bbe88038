import type { LiveState } from '../lib/data/live.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useIsOnline } from '../lib/use-is-online.ts'

/** Shows whether the data on the page updates live. */
export function LiveMark({ state }: { state: LiveState }) {
  const { t } = useI18n()
  // The live connection takes a while to notice that the network is gone.
  const isLive = useIsOnline() && state === 'live'
  if (state === 'connecting' || state === 'refused') return null
  return (
    <p className="flex shrink-0 items-center gap-2 whitespace-nowrap text-sm text-muted print:hidden">
      <span aria-hidden="true" className={`size-2 rounded-full ${isLive ? 'bg-good' : 'animate-pulse bg-wait'}`} />
      {t(isLive ? 'live.live' : 'live.reconnecting')}
    </p>
  )
}
