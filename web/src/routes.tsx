// All URLs of the product in one place.
import { type ComponentType, lazy, useState } from 'react'
import type { PictureSources } from './components/picture.tsx'
import type { Area, TextKey } from './lib/i18n.tsx'
import { matchPath } from './lib/router/route-match.ts'
import { Route, useLocation } from './lib/router/router.tsx'
import type { SignedIn } from './lib/session/session-state.ts'

export const PAGES: Page[] = [
  publicPage('/', 'public/home', ['public', 'find'], 'home.metaTitle', 'home.metaDescription'),
  publicPage('/healthcare', 'public/healthcare', ['services', 'find'], 'healthcare.metaTitle', 'healthcare.metaDescription'),
  publicPage('/interior-design', 'content/interior-design', ['services'], 'interior.metaTitle', 'interior.metaDescription'),
  publicPage('/interior-design/:projects', 'content/later-projects', ['services']),
  publicPage('/about', 'public/about', ['company'], 'about.metaTitle', 'about.metaDescription'),
  publicPage('/doctors', 'doctors/doctors', ['doctors', 'find', 'patient'], 'doctors.metaTitle', 'doctors.metaDescription'),
  publicPage('/doctors/:doctor', 'doctors/doctor', ['doctors', 'find', 'patient', 'types']),
  publicPage('/contact', 'public/contact', ['company', 'public'], 'contactPage.metaTitle', 'contactPage.metaDescription'),
  publicPage('/faq', 'content/faq', ['public'], 'faq.metaTitle', 'faq.metaDescription'),
  publicPage('/video-test', 'personal/video-test', ['videoTest'], 'videoTest.metaTitle', 'videoTest.metaDescription'),
  publicPage('/privacy', 'legal/privacy', ['legal'], 'legal.privacyMetaTitle', 'legal.privacyMetaDescription'),
  publicPage('/terms', 'legal/terms', ['legal'], 'legal.termsMetaTitle', 'legal.termsMetaDescription'),
  publicPage('/cookies', 'legal/cookies', ['legal'], 'legal.cookiesMetaTitle', 'legal.cookiesMetaDescription'),
  { ...publicPage('/auth', 'personal/auth', ['account'], 'account.metaTitle', 'account.metaDescription'), startsAtOnce: true },
  appPage('/invitation', 'links/invitation', ['account', 'invitation', 'relatives'], 'invitation.metaTitle'),
  { ...appPage('/preview/:token', 'links/preview', ['services'], 'contentPreview.metaTitle'), hasPrivateAddress: true },
  appPage('/profile', 'personal/profile', ['find', 'patient', 'profile', 'account'], 'profile.metaTitle'),
  appPage('/appointments', 'personal/appointments', ['find', 'patient', 'profile'], 'booking.metaTitle'),
  appPage('/call/:appointmentId', 'personal/call', ['call', 'chat', 'find', 'patient', 'files'], 'call.metaTitle'),
  appPage('/admin', 'staff/dashboard', ['find', 'patient', 'staff'], 'dashboard.metaTitle'),
  appPage('/admin/appointments', 'staff/all-appointments', ['find', 'patient', 'staff'], 'list.metaTitle'),
  appPage('/admin/people', 'staff/people', ['find', 'people'], 'people.metaTitle'),
  appPage('/admin/site', 'staff/site', ['patient', 'site', 'staff'], 'site.metaTitle'),
  appPage('/admin/legal', 'staff/legal-announcements', ['site'], 'announce.metaTitle'),
  appPage('/admin/logs', 'staff/logs', ['logs'], 'logs.metaTitle'),
  appPage('/admin/overview', 'staff/overview', ['find', 'overview'], 'overview.metaTitle'),
  appPage('/doctor', 'staff/doctor-panel', ['find', 'patient', 'profile', 'staff'], 'doctorPanel.metaTitle'),
  appPage('/calendar', 'staff/calendar', ['calendar', 'find', 'patient', 'profile', 'staff'], 'calendar.metaTitle'),
  appPage('/doctor-management', 'staff/doctor-management', ['management', 'panel', 'find', 'patient', 'profile'], 'management.metaTitle'),
  { ...appPage('/dev/ui', 'dev/dev-ui', []), isForDevelopers: true },
]

export const NOT_FOUND: Page = publicPage('*', 'public/not-found', ['doctors'], 'notFound.metaTitle')

export interface Page {
  path: string
  /** The source file of the page, as in the build's manifest. */
  source: string
  load: () => Promise<PageModule>
  areas: Area[]
  title?: TextKey | undefined
  description?: TextKey | undefined
  /** Whether the build writes the page as HTML for every language. */
  isPrerendered: boolean
  /** True for a form, whose scripts do not wait for the first paint. */
  startsAtOnce?: boolean
  /** Whether knowing the address is enough to read the page. Then other sites do not get it as the referrer. */
  hasPrivateAddress?: boolean
  /** True for pages that production does not serve. */
  isForDevelopers?: boolean
}

interface PageModule {
  default: ComponentType
  /** The picture that the prerendered page preloads. */
  firstPicture?: PictureSources
  /**
   * Starts loading the first content of a page about the signed-in person. The page renders once it resolves, or after a short time. The
   * HTML of the page sends the same requests while its scripts are loading.
   */
  preload?: (person: SignedIn, search: URLSearchParams) => Promise<unknown>
}

/** A public page, prerendered in every language. */
function publicPage(path: string, file: string, areas: Area[], title?: TextKey, description?: TextKey): Page {
  return { path, ...moduleOf(file), areas, title, description, isPrerendered: true }
}

/** A page about the signed-in person, which only the browser renders. */
function appPage(path: string, file: string, areas: Area[], title?: TextKey): Page {
  return { path, ...moduleOf(file), areas, title, isPrerendered: false }
}

function moduleOf(file: string) {
  const load = import.meta.glob<PageModule>('./routes/*/*.tsx')[`./routes/${file}.tsx`]
  if (!load) throw new Error(`There is no page routes/${file}.tsx.`)
  return { source: `src/routes/${file}.tsx`, load }
}

const ROUTES = [...PAGES, NOT_FOUND].map((page) => ({ ...page, Later: lazy(() => loadPage(page)) }))

const loaded = new Map<string, PageModule>()

/** `lazy` suspends at first even if the page is loaded, and React waits 300 ms before it replaces the fallback. */
function Loaded({ path, Later }: { path: string; Later: ComponentType }) {
  // Kept in the state, because another component type would lose the state of the page.
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
