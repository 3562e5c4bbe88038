import { lazy, Suspense, use, useEffect, useRef } from 'react'
import { DoctorPhoto } from './components/shell/doctor-photo.ts'
import { Shell } from './components/shell/shell.tsx'
import type SignInAgainDialog from './features/account/sign-in-again.tsx'
import { focusPage } from './lib/focus.ts'
import { I18nProvider, loadArea, translate, useI18n } from './lib/i18n.tsx'
import { addressOf, type Language } from './lib/languages.ts'
import { replayEarlyInput } from './lib/load/early.ts'
import { finishHydration } from './lib/load/hydration.ts'
import { useLocation } from './lib/router/router.tsx'
import { useArrival } from './lib/session/arrival.ts'
import { dropEndedSession, useSession } from './lib/session/session.ts'
import { isAdmin } from './lib/session/session-state.ts'
import { CurrentRoute, pageAt } from './routes.tsx'

export function App({ language }: { language: Language }) {
  return (
    <I18nProvider language={language}>
      <DoctorPhoto value={ownPhoto}>
        <Shell notice={<FirstAdminOffer />}>
          {/* As high as the window, so that the footer does not jump while a page is loading. */}
          <Suspense fallback={<div className="min-h-dvh" />}>
            <CurrentPage />
          </Suspense>
          <ArrivedByLink />
          <EndedSession />
        </Shell>
      </DoctorPhoto>
    </I18nProvider>
  )
}

// If the photo's code cannot be downloaded, the initials are shown.
const OwnPhoto = lazy(() => import('./domain/own-photo.tsx').catch(() => ({ default: () => null })))
const ownPhoto = <OwnPhoto />

function CurrentPage() {
  const { language } = useI18n()
  const { pathname } = useLocation()
  const page = pageAt(pathname)
  if (!hasTexts(language, pathname)) use(textsOf(language, pathname))
  useEffect(() => {
    if (page.title) document.title = translate(language, page.title)
    // Browsers share a page under its canonical address.
    const canonical = document.querySelector('link[rel=canonical]')
    canonical?.setAttribute('href', `${location.origin}${addressOf(language, pathname)}`)
  }, [page, language, pathname])
  useEffect(() => {
    finishHydration()
    replayEarlyInput()
  }, [])
  usePageFocus(pathname)
  return <CurrentRoute />
}

/** Focuses the new page after a navigation. Skips the first page, whose focus the browser sets, and links to a section of a page. */
function usePageFocus(pathname: string) {
  const { hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) focusPage()
  }, [pathname, hash])
}

const AddressArrival = lazy(() => import('./features/account/address-arrival.tsx'))
const ArrivalDialog = lazy(() => import('./features/account/arrival-dialog.tsx'))

/** Handles a link from an email, on whichever page it leads to. */
function ArrivedByLink() {
  const arrival = useArrival()
  if (!arrival || arrival.isConfirmation) return null
  return (
    <Suspense>
      <AccountTexts />
      {arrival.isAddressChange ? <AddressArrival arrival={arrival} /> : <ArrivalDialog arrival={arrival} />}
    </Suspense>
  )
}

// If the dialog cannot be downloaded, for example after an update of the site, the page itself asks to sign in.
const SignInAgain = lazy<typeof SignInAgainDialog>(async () =>
  import('./features/account/sign-in-again.tsx').catch(() => ({ default: () => <DropEndedSession /> })),
)

/** Shown when the session ended elsewhere. Pages about the person stay and ask to sign in again; public pages need no session. */
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

// If this cannot be downloaded, no role is offered, because it is on every page and must not break any.
const FirstAdmin = lazy(() => import('./features/first-admin/first-admin.tsx').catch(() => ({ default: () => null })))

/**
 * Offers the admin role while the site has no admin. Visitors and admins cause no request. The entrance of a call has no offer, because it
 * would move the button that people are about to press.
 */
function FirstAdminOffer() {
  const session = useSession()
  const { pathname } = useLocation()
  if (pathname.startsWith('/call/') || session.status !== 'in' || !session.person.roles || isAdmin(session.person)) return null
  return (
    <Suspense>
      <FirstAdmin key={session.person.id} person={session.person} />
    </Suspense>
  )
}

const waiting = new Map<string, Promise<unknown>>()
const loaded = new Set<string>()

/** `use` would suspend at first even though the texts are loaded, and React then waits 300 ms before it shows the page. */
const hasTexts = (language: Language, path: string) => loaded.has(`${language} ${path}`)

/** Loads the texts of a page. Returns the same promise each time, so that a component can `use` it. */
export function textsOf(language: Language, path: string): Promise<unknown> {
  const key = `${language} ${path}`
  const known = waiting.get(key)
  if (known) return known
  const areas = ['common' as const, ...pageAt(path).areas]
  const loading = Promise.all(areas.map((area) => loadArea(language, area))).then(() => void loaded.add(key))
  waiting.set(key, loading)
  return loading
}
