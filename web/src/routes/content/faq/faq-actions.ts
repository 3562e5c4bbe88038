// Links from answers to the page where users can do what the answer explains.
import type { TextKey } from '../../../lib/i18n.tsx'

interface Action {
  to: string
  label: TextKey
}

const HEALTHCARE: Action = { to: '/healthcare', label: 'nav.healthcare' }

/** The links by the id of the question. Some answers need none. */
export const FAQ_ACTIONS: Partial<Record<string, Action>> = {
  who: { to: '/about', label: 'nav.about' },
  hours: { to: '/contact', label: 'nav.contact' },
  data: { to: '/privacy', label: 'footer.privacy' },
  booking: { to: '/appointments', label: 'nav.book' },
  timezones: { to: '/doctors', label: 'nav.doctors' },
  cancel: { to: '/appointments', label: 'nav.appointments' },
  psychology: { ...HEALTHCARE, to: '/healthcare#psychology' },
  tourism: HEALTHCARE,
  interior: { to: '/interior-design', label: 'nav.interiorDesign' },
  trade: { to: '/contact?service=import-export#write', label: 'faq.helpChat' },
  permits: { to: '/contact?service=legal#write', label: 'faq.helpChat' },
  video: { to: '/video-test', label: 'faq.videoTest' },
  refund: { to: '/terms', label: 'footer.terms' },
}
