import { useSyncExternalStore } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { Banner } from './ui/banner.tsx'

export function OfflineNotice() {
  const { t } = useI18n()
  const isOnline = useSyncExternalStore(
    (listener) => {
      for (const event of ['online', 'offline']) addEventListener(event, listener)
      return () => {
        for (const event of ['online', 'offline']) removeEventListener(event, listener)
      }
    },
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <div className="page pt-4">
      <Banner tone="warning">{t('offline.notice')}</Banner>
    </div>
  )
}
