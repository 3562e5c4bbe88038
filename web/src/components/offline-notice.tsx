import { useI18n } from '../lib/i18n.tsx'
import { useIsOnline } from '../lib/use-is-online.ts'
import { Banner } from './ui/banner.tsx'

export function OfflineNotice() {
  const { t } = useI18n()
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    <div className="page pt-4">
      <Banner tone="warning">{t('offline.notice')}</Banner>
    </div>
  )
}
