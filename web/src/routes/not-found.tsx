import { ButtonLink } from '../components/ui/button.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Link } from '../lib/link.tsx'

/** What most visitors look for. */
const LINKS: { to: string; label: TextKey }[] = [
  { to: '/appointments', label: 'nav.book' },
  { to: '/doctors', label: 'nav.doctors' },
  { to: '/faq', label: 'nav.faq' },
  { to: '/contact', label: 'nav.contact' },
]

export default function NotFound() {
  const { t } = useI18n()
  return (
    <div className="page grid items-center gap-x-16 gap-y-8 py-12 sm:py-16 lg:grid-cols-2 lg:py-24">
      <svg
        aria-hidden="true"
        viewBox="-2.2 1.6 22.4 17.8"
        fill="none"
        strokeLinecap="round"
        className="h-32 text-brass [stroke-width:0.3] lg:order-last lg:h-96 lg:justify-self-center lg:[stroke-width:0.14]"
      >
        {/* The ground it stands on. */}
        <path d="M-2 19h22" stroke="currentColor" />
        <path d="M2 19V9a7 7 0 0 1 14 0v10" stroke="currentColor" />
        <path d="M9 19v-8" stroke="currentColor" />
      </svg>
      <div className="grid justify-items-start gap-5">
        <p className="eyebrow text-muted">{t('notFound.title')}</p>
        <h1 className="font-display text-4xl font-semibold">{t('notFound.heading')}</h1>
        <p className="max-w-[55ch] text-lg text-muted">{t('notFound.text')}</p>
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
        <ul className="flex flex-wrap gap-x-6">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center text-action underline underline-offset-4 hover:text-action-strong">
                {t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
