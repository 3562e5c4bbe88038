import { lazy, Suspense, use, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Shell } from './components/shell/shell.tsx'
import type SignInAgainDialog from './features/account/sign-in-again.tsx'
import { useArrival } from './lib/arrival.ts'
import { doEarly } from './lib/early.ts'
import { focusPage } from './lib/focus.ts'
import { finishHydration } from './lib/hydration.ts'
import { I18nProvider, loadArea, translate, useI18n } from './lib/i18n.tsx'
import { addressOf, type Language } from './lib/languages.ts'
import { dropEndedSession, isAdmin, useSession } from './lib/session.ts'
import { AppRoutes, pageAt } from './routes.tsx'

export function App({ language }: { language: Language }) {
  return (
    <I18nProvider language={language}>
      <Shell notice={<FirstAdminOffer />}>
        {/* As high as a page, so that the footer does not jump while one is being fetched. */}
        <Suspense fallback={<div className="min-h-dvh" />}>
          <CurrentPage />
        </Suspense>
        <ArrivedByLink />
        <EndedSession />
      </Shell>
    </I18nProvider>
  )
}

function CurrentPage() {
  const { language } = useI18n()
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  use(textsOf(language, pathname))
  useEffect(() => {
    if (page.title) document.title = translate(language, page.title)
    // Browsers share a page by this address.
    const canonical = document.querySelector('link[rel=canonical]')
    canonical?.setAttribute('href', `${location.origin}${addressOf(language, pathname)}`)
  }, [page, language, pathname])
  useEffect(() => {
    finishHydration()
    doEarly()
  }, [])
  usePageFocus(pathname)
  return <AppRoutes />
}

/** Not on the first page, whose focus is the browser's business, nor where a link names a part of a page. */
function usePageFocus(pathname: string) {
  const { hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) focusPage()
  }, [pathname, hash])
}

const ArrivalDialog = lazy(() => import('./features/account/arrival-dialog.tsx'))

/** Whoever comes by a link in a mail is signed in on whichever page it leads to. */
function ArrivedByLink() {
  const arrival = useArrival()
  if (!arrival || arrival.isConfirmation) return null
  return (
    <Suspense>
      <AccountTexts />
      <ArrivalDialog arrival={arrival} />
    </Suspense>
  )
}

// Where it cannot be fetched, as after an update of the site, the page asks by its own means.
const SignInAgain = lazy<typeof SignInAgainDialog>(async () =>
  import('./features/account/sign-in-again.tsx').catch(() => ({ default: () => <DropEndedSession /> })),
)

/** A session that ended elsewhere: pages about oneself stay, and ask to sign in again; others need no session. */
function EndedSession() {
  const session = useSession()
  const { path, isPrerendered: isPublic } = pageAt(useLocation().pathname)
  if (session.status !== 'in' || !session.hasEnded) return null
  if (isPublic) return <DropEndedSession />
  return (
    <Suspense>
      <AccountTexts />
      <SignInAgain person={session.person} isBeside={path.startsWith('/call/')} />
    </Suspense>
  )
}

function DropEndedSession() {
  useEffect(() => void dropEndedSession(), [])
  return null
}

function AccountTexts() {
  const { language } = useI18n()
  use(textsOf(language, '/auth'))
  return null
}

// What cannot be fetched is not offered: this stands above every page and must not take one down.
const FirstAdmin = lazy(() => import('./features/first-admin/first-admin.tsx').catch(() => ({ default: () => null })))

/** While the site has no admin. Nothing is fetched or asked for visitors, nor for admins. */
function FirstAdminOffer() {
  const session = useSession()
  if (session.status !== 'in' || !session.person.roles || isAdmin(session.person)) return null
  return (
    <Suspense>
      <FirstAdmin key={session.person.id} person={session.person} />
    </Suspense>
  )
}

const waiting = new Map<string, Promise<unknown>>()

/** The texts of a page in a language; the same promise each time, so that a component may wait for it. */
export function textsOf(language: Language, path: string): Promise<unknown> {
  const key = `${language} ${path}`
  const known = waiting.get(key)
  if (known) return known
  const loading = Promise.all(['common' as const, ...pageAt(path).areas].map((area) => loadArea(language, area)))
  waiting.set(key, loading)
  return loading
}
