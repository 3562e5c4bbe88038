import { WifiOff } from 'lucide-react'
import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useIsOnline } from '../lib/use-is-online.ts'

export function OfflineNotice({ isApp }: { isApp: boolean }) {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    // Sticks below the header while the page is scrolled, because people far down a form need it most.
    <output className={classes('sticky z-20 block border-b border-line bg-wait-tint text-wait print:hidden', isApp ? 'top-14' : 'top-18')}>
      <span className="page flex items-start gap-3 py-2.5 text-sm font-medium sm:items-center">
        <WifiOff aria-hidden="true" className="size-5 shrink-0" />
        {t('offline.notice')}
      </span>
    </output>
  )
}
