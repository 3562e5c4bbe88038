// Where the links of the shell lead.
import type { TextKey } from './i18n.tsx'

/** What stands for every address that leads nowhere while pages are written. */
export const NO_SUCH_PAGE = '/no-such-page'

export interface NavigationLink {
  to: string
  label: TextKey
  /** The part of the page that is meant, to be marked there. */
  state?: { marked: string }
}

/** Pages that are about whoever is signed in. */
export const isAccountPage = (path: string) => /^\/(?:appointments|profile|admin|doctor|doctor-management|call)(?:\/|$)/.test(path)

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

/** The part of a page that a link meant, by its id. */
export const markedIn = (state: unknown) =>
  typeof state === 'object' && state && 'marked' in state && typeof state.marked === 'string' ? state.marked : undefined
