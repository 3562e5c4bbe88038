// The router on the browser's history. The language prefix of the address is the router's basename, and may change on an open page.
import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import { AddressContext } from '../i18n.tsx'
import { addressOf, type Language, pathWithoutPrefix, prefixOf } from '../languages.ts'
import { afterHydration } from '../load/hydration.ts'
import { createHistory } from './history.ts'
import { Router } from './router.tsx'
import { keepScrollPosition } from './scroll.ts'

export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createHistory())
  const [{ location, action }, setCurrent] = useState({ location: history.location, action: history.action })
  useLayoutEffect(() => {
    let { key } = history.location
    return history.listen(() => {
      keepScrollPosition(key)
      const { location: next, action: how } = history
      ;({ key } = next)
      afterHydration(() => startTransition(() => setCurrent({ location: next, action: how })))
    })
  }, [history])
  const address = useMemo(
    () => ({
      changeLanguage(language: Language) {
        const { pathname, search, hash } = window.location
        if (!prefixOf(pathname)) return
        const next = addressOf(language, pathWithoutPrefix(pathname))
        window.history.replaceState(window.history.state, '', `${next}${search}${hash}`)
        // The history entry stays the same, so that nothing scrolls.
        setCurrent((current) => ({ ...current, location: { ...current.location, pathname: next, search, hash } }))
      },
    }),
    [],
  )
  const prefix = prefixOf(location.pathname)
  return (
    <AddressContext value={address}>
      <Router basename={prefix ? `/${prefix}` : ''} location={location} action={action} history={history}>
        {children}
      </Router>
    </AddressContext>
  )
}
