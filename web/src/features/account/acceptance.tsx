import { FileText } from 'lucide-react'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { Link } from '../../lib/router/link.tsx'

const DOCUMENTS: { to: string; label: TextKey; file: string }[] = [
  { to: '/privacy', label: 'footer.privacy', file: 'privacy' },
  { to: '/terms', label: 'footer.terms', file: 'terms' },
  { to: '/cookies', label: 'footer.cookies', file: 'cookie-policy' },
]

const LINK =
  'inline-flex min-h-11 items-center lg:min-h-8 underline decoration-control underline-offset-4 hover:text-action hover:decoration-current'

/** The terms that signing up accepts. The links open in another tab, so that the form keeps what was typed. */
export function Acceptance() {
  const { t, language } = useI18n()
  return (
    <div className="text-sm text-muted">
      <p className="leading-5 [&:lang(ar)]:leading-6">{t('account.acceptance')}</p>
      {/* On a phone the documents are one column and their files another. */}
      <ul className="max-sm:mt-1 sm:flex sm:flex-wrap sm:gap-x-5 lg:text-[0.8125rem]">
        {DOCUMENTS.map(({ to, label, file }) => (
          <li key={to} className="flex items-center justify-between gap-x-2 sm:justify-start sm:gap-x-0">
            <Link to={to} target="_blank" className={LINK}>
              {t(label)}
            </Link>
            <a
              href={`/legal/${file}-${language}.pdf`}
              target="_blank"
              rel="noreferrer"
              title="PDF"
              className={`${LINK} min-w-11 shrink-0 justify-center max-sm:justify-end lg:min-w-8`}
            >
              <span className="sr-only">{t(label)} PDF</span>
              <FileText aria-hidden="true" strokeWidth={1.5} className="size-4" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
