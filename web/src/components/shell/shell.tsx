import { type ReactNode, useEffect } from 'react'
import { classes } from '../../lib/classes.ts'
import { focusTarget } from '../../lib/focus.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { markedIn } from '../../lib/router/paths.ts'
import { useAction, useLocation } from '../../lib/router/router.tsx'
import { restoreScrollPosition, scrollToTop } from '../../lib/router/scroll.ts'
import { FaultBoundary } from '../fault-boundary.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { Toaster } from '../toaster.tsx'
import { AppFooter, AppHeader, BottomBar, useIsApp } from './app-shell.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SiteNotice } from './site-notice.tsx'

/** `notice` is shown above every page. */
export function Shell({ children, notice }: { children: ReactNode; notice?: ReactNode }) {
  const { t } = useI18n()
  const isApp = useIsApp()
  useScroll()
  return (
    // Public pages always scroll, because a scrollbar that appears later would shift content that is already painted.
    <div
      data-has-bottom-bar={isApp ? '' : undefined}
      className={classes('flex flex-col', isApp ? 'min-h-dvh' : 'min-h-[calc(100dvh+1px)]')}
    >
      <a
        href="#content"
        className="sr-only z-50 rounded-box bg-action px-4 py-3 text-on-action focus-visible:not-sr-only focus-visible:fixed focus-visible:start-4 focus-visible:top-4"
      >
        {t('nav.skip')}
      </a>
      {isApp ? <AppHeader /> : <Header />}
      <OfflineNotice isApp={isApp} />
      <SiteNotice />
      {notice}
      {/* App pages leave space to scroll the last button out from under the toasts in the corner; the public footer is high enough. */}
      <main id="content" tabIndex={-1} className={classes('outline-none', isApp && 'grow sm:pb-36')}>
        <FaultBoundary>{children}</FaultBoundary>
      </main>
      {isApp ? <AppFooter /> : <Footer />}
      {isApp && <BottomBar />}
      <Toaster />
    </div>
  )
}

const AFTER_NAVIGATION_MS = 100

// Restores the scroll position after going back, scrolls to the linked section once it is rendered, or else to the top.
function useScroll() {
  const { key, hash, state } = useLocation()
  const marked = markedIn(state)
  const isReturning = useAction() === 'pop'
  useEffect(() => {
    const stopRestoring = isReturning ? restoreScrollPosition(key) : undefined
    if (stopRestoring) return stopRestoring
    if (!hash) {
      if (!isReturning) scrollToTop()
      return undefined
    }
    const focused = document.activeElement
    // On a slow connection the page may still be loading.
    const arrival = new MutationObserver(() => scrollThere())
    const scrollThere = () => {
      const target = document.getElementById(hash.slice(1))
      if (!target) return false
      arrival.disconnect()
      target.scrollIntoView()
      if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      // The focus stays if it has moved meanwhile, for example into the menu.
      const hasGoneOn = document.activeElement !== focused && document.activeElement !== document.body
      if (!isReturning && !hasGoneOn) focusTarget(target)
      return true
    }
    const timer = setTimeout(() => scrollThere() || arrival.observe(document.body, { childList: true, subtree: true }), AFTER_NAVIGATION_MS)
    return () => {
      clearTimeout(timer)
      arrival.disconnect()
    }
  }, [key, hash, marked, isReturning])
}
