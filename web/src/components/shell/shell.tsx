import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '../../lib/i18n.tsx'
import { FaultBoundary } from '../fault-boundary.tsx'
import { OfflineNotice } from '../offline-notice.tsx'
import { Toaster } from '../toaster.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** `notice` stands above every page. */
export function Shell({ children, notice }: { children: ReactNode; notice?: ReactNode }) {
  const { t } = useI18n()
  useScroll()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-box bg-action px-4 py-3 text-on-action focus-visible:not-sr-only focus-visible:fixed focus-visible:start-4 focus-visible:top-4"
      >
        {t('nav.skip')}
      </a>
      <Header />
      <OfflineNotice />
      {notice}
      <main id="content" tabIndex={-1} className="outline-none">
        <FaultBoundary>{children}</FaultBoundary>
      </main>
      <Footer />
      <Toaster />
    </div>
  )
}

const AFTER_NAVIGATION_MS = 100

// To the named part of a page once it is there, else to the top.
function useScroll() {
  const location = useLocation()
  useEffect(() => {
    if (!location.hash) {
      if (location.key !== 'default') scrollTo(0, 0)
      return undefined
    }
    // On a slow line the page it is on may still be on its way.
    const arrival = new MutationObserver(() => scrollThere())
    const scrollThere = () => {
      const target = document.getElementById(location.hash.slice(1))
      target?.scrollIntoView()
      if (target) arrival.disconnect()
      return target
    }
    const timer = setTimeout(() => scrollThere() ?? arrival.observe(document.body, { childList: true, subtree: true }), AFTER_NAVIGATION_MS)
    return () => {
      clearTimeout(timer)
      arrival.disconnect()
    }
  }, [location])
}
