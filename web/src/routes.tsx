// Every URL of the product on one screen.
import { type ComponentType, lazy, useState } from 'react'
import type { PictureSources } from './components/picture.tsx'
import type { Area, TextKey } from './lib/i18n.tsx'
import { matchPath } from './lib/router/route-match.ts'
import { Route, useLocation } from './lib/router/router.tsx'
import type { SignedIn } from './lib/session/session-state.ts'

export const PAGES: Page[] = [
  publicPage('/', 'home', ['public', 'find'], 'home.metaTitle', 'home.metaDescription'),
  publicPage('/healthcare', 'healthcare', ['services', 'find'], 'healthcare.metaTitle', 'healthcare.metaDescription'),
  publicPage('/interior-design', 'interior-design', ['services'], 'interior.metaTitle', 'interior.metaDescription'),
  publicPage('/about', 'about', ['company'], 'about.metaTitle', 'about.metaDescription'),
  publicPage('/doctors', 'doctors', ['doctors', 'find', 'patient'], 'doctors.metaTitle', 'doctors.metaDescription'),
  publicPage('/doctors/:doctor', 'doctor', ['doctors', 'find', 'patient', 'types']),
  publicPage('/contact', 'contact', ['company', 'public'], 'contactPage.metaTitle', 'contactPage.metaDescription'),
  publicPage('/faq', 'faq', ['public'], 'faq.metaTitle', 'faq.metaDescription'),
  publicPage('/video-test', 'video-test', ['videoTest'], 'videoTest.metaTitle', 'videoTest.metaDescription'),
  publicPage('/privacy', 'privacy', ['legal'], 'legal.privacyMetaTitle', 'legal.privacyMetaDescription'),
  publicPage('/terms', 'terms', ['legal'], 'legal.termsMetaTitle', 'legal.termsMetaDescription'),
  publicPage('/cookies', 'cookies', ['legal'], 'legal.cookiesMetaTitle', 'legal.cookiesMetaDescription'),
  { ...publicPage('/auth', 'auth', ['account'], 'account.metaTitle', 'account.metaDescription'), startsAtOnce: true },
  appPage('/invitation', 'invitation', ['account', 'invitation', 'relatives'], 'invitation.metaTitle'),
  { ...appPage('/preview/:token', 'preview', ['services'], 'contentPreview.metaTitle'), hasPrivateAddress: true },
  appPage('/profile', 'profile', ['find', 'patient', 'profile', 'account'], 'profile.metaTitle'),
  appPage('/appointments', 'appointments', ['find', 'patient', 'profile'], 'booking.metaTitle'),
  appPage('/call/:appointmentId', 'call', ['call', 'chat', 'find', 'patient', 'files'], 'call.metaTitle'),
  appPage('/admin', 'dashboard', ['find', 'patient', 'staff'], 'dashboard.metaTitle'),
  appPage('/admin/appointments', 'all-appointments', ['find', 'patient', 'staff'], 'list.metaTitle'),
  appPage('/admin/people', 'people', ['people'], 'people.metaTitle'),
  appPage('/admin/site', 'site', ['patient', 'site', 'staff'], 'site.metaTitle'),
  appPage('/admin/legal', 'legal-announcements', ['site'], 'announce.metaTitle'),
  appPage('/admin/logs', 'logs', ['logs'], 'logs.metaTitle'),
  appPage('/admin/overview', 'overview', ['find', 'overview'], 'overview.metaTitle'),
  appPage('/doctor', 'doctor-panel', ['find', 'patient', 'profile', 'staff'], 'doctorPanel.metaTitle'),
  appPage('/calendar', 'calendar', ['calendar', 'find', 'patient', 'profile', 'staff'], 'calendar.metaTitle'),
  appPage('/doctor-management', 'doctor-management', ['management', 'panel', 'find', 'patient', 'profile'], 'management.metaTitle'),
  { ...appPage('/dev/ui', 'dev-ui', []), isForDevelopers: true },
]

export const NOT_FOUND: Page = publicPage('*', 'not-found', ['doctors'], 'notFound.metaTitle')

export interface Page {
  path: string
  /** Its source file, as the build's manifest names it. */
  source: string
  load: () => Promise<PageModule>
  areas: Area[]
  title?: TextKey | undefined
  description?: TextKey | undefined
  /** Written as HTML for every language when the site is built. */
  isPrerendered: boolean
  /** The page is a form: its scripts do not wait for the first paint. */
  startsAtOnce?: boolean
  /** Whoever knows it may read the page: other sites are not told. */
  hasPrivateAddress?: boolean
  /** Not served in production. */
  isForDevelopers?: boolean
}

interface PageModule {
  default: ComponentType
  /** Preloaded by the prerendered page. */
  firstPicture?: PictureSources
  /**
   * Starts what a page about the signed-in person shows first, which is drawn once the result is there, or after a short while. The HTML
   * of the page sends the same requests while its scripts are loading.
   */
  preload?: (person: SignedIn, search: URLSearchParams) => Promise<unknown>
}

/** A page that anybody may read, prerendered in every language. */
function publicPage(path: string, file: string, areas: Area[], title?: TextKey, description?: TextKey): Page {
  return { path, ...moduleOf(file), areas, title, description, isPrerendered: true }
}

/** A page about the signed-in person, rendered by the browser only. */
function appPage(path: string, file: string, areas: Area[], title?: TextKey): Page {
  return { path, ...moduleOf(file), areas, title, isPrerendered: false }
}

function moduleOf(file: string) {
  const load = import.meta.glob<PageModule>('./routes/*.tsx')[`./routes/${file}.tsx`]
  if (!load) throw new Error(`There is no page routes/${file}.tsx.`)
  return { source: `src/routes/${file}.tsx`, load }
}

const ROUTES = [...PAGES, NOT_FOUND].map((page) => ({ ...page, Later: lazy(() => loadPage(page)) }))

const loaded = new Map<string, PageModule>()

/** `lazy` suspends at first even if the page is loaded, and React waits for 300 ms before it replaces the fallback. */
function Loaded({ path, Later }: { path: string; Later: ComponentType }) {
  // Once: another component would lose what the page remembers.
  const [Component] = useState(() => loaded.get(path)?.default ?? Later)
  return <Component />
}

export async function loadPage(page: Page) {
  const module = loaded.get(page.path) ?? (await page.load())
  loaded.set(page.path, module)
  return module
}

const routeAt = (path: string) => {
  const found = ROUTES.find((route) => matchPath(route.path, path))
  if (!found) throw new Error('The last route fits every path.')
  return found
}

export const pageAt = (path: string) => PAGES.find((page) => matchPath(page.path, path)) ?? NOT_FOUND

export function CurrentRoute() {
  const { pathname } = useLocation()
  const { path, Later } = routeAt(pathname)
  return (
    <Route pattern={path}>
      <Loaded key={path} path={path} Later={Later} />
    </Route>
  )
}
