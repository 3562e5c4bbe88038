// What the owner says on all pages for some days. Most days there is nothing, so the code comes only with a notice.
import { type ComponentType, lazy, Suspense } from 'react'
import { readNotices, type ShownNotice } from '../../lib/data/notices.ts'

type Bar = ComponentType<{ notices: readonly ShownNotice[] }>

// If it cannot be downloaded, the page is shown without.
const NoticeBar = lazy<Bar>(() => import('../notice-bar.tsx').catch(() => ({ default: () => null })))

export function SiteNotice() {
  const notices = readNotices()
  return (
    notices.length > 0 && (
      <Suspense>
        <NoticeBar notices={notices} />
      </Suspense>
    )
  )
}
