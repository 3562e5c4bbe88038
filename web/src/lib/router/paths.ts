// The paths that the header and footer link to.
import type { TextKey } from '../i18n.tsx'

/** The path for which the prerender renders the not-found page. */
export const NO_SUCH_PAGE = '/no-such-page'

export interface NavigationLink {
  to: string
  label: TextKey
  /** `marked` names the element that the page highlights. */
  state?: { marked: string }
}

/** Pages about the signed-in person, which have the application's header and bottom bar. A call fills the whole window. */
export const isAccountPage = (path: string) => /^\/(?:appointments|profile|admin|doctor|doctor-management|calendar|call)(?:\/|$)/.test(path)

export const SERVICE_LINKS: NavigationLink[] = [
  { to: '/healthcare', label: 'nav.healthcare' },
  { to: '/#services', label: 'nav.importExport', state: { marked: 'service-import-export' } },
  { to: '/interior-design', label: 'nav.interiorDesign' },
  { to: '/#services', label: 'nav.realEstate', state: { marked: 'service-real-estate' } },
  { to: '/#services', label: 'nav.legal', state: { marked: 'service-legal' } },
]

export const MORE_LINKS: NavigationLink[] = [
  { to: '/about', label: 'nav.about' },
  { to: '/doctors', label: 'nav.doctors' },
  { to: '/contact', label: 'nav.contact' },
  { to: '/faq', label: 'nav.faq' },
]

export const LEGAL_LINKS: NavigationLink[] = [
  { to: '/privacy', label: 'footer.privacy' },
  { to: '/terms', label: 'footer.terms' },
  { to: '/cookies', label: 'footer.cookies' },
  { to: '/privacy#data-protection', label: 'footer.dataProtection' },
]

/** The id of the element that a link asked to highlight. */
export const markedIn = (state: unknown) =>
  typeof state === 'object' && state && 'marked' in state && typeof state.marked === 'string' ? state.marked : undefined
