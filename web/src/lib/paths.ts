// Where the links of the shell lead.
import type { TextKey } from './i18n.tsx'

export interface NavigationLink {
  to: string
  label: TextKey
}

export const SERVICE_LINKS: NavigationLink[] = [
  { to: '/healthcare', label: 'nav.healthcare' },
  { to: '/#services', label: 'nav.importExport' },
  { to: '/interior-design', label: 'nav.interiorDesign' },
  { to: '/#services', label: 'nav.realEstate' },
  { to: '/#services', label: 'nav.legal' },
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
