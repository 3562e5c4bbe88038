// The owner's current notices on all pages. There are none on most days, so the code is loaded only with a notice.
import { type ComponentType, lazy, Suspense } from 'react'
import { readNotices, type ShownNotice } from '../../lib/data/notices.ts'

type Bar = ComponentType<{ notices: readonly ShownNotice[] }>

// If the code cannot be downloaded, the page is shown without notices.
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
