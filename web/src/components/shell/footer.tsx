import { Mail, MapPin, Phone } from 'lucide-react'
import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { LANGUAGES } from '../../lib/languages.ts'
import { telLink } from '../../lib/patterns.ts'
import { Link } from '../../lib/router/link.tsx'
import { LEGAL_LINKS } from '../../lib/router/paths.ts'
import { TwoShores } from '../two-shores.tsx'
import { LanguageLink } from './language-picker.tsx'
import { ServiceLinks } from './service-links.tsx'

const LINK = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

export function Footer() {
  const { t } = useI18n()
  return (
    <footer className="on-night mt-auto bg-night text-on-night-muted">
      <div className="page grid grid-cols-1 gap-5 py-8 sm:grid-cols-2 sm:gap-10 sm:py-14 lg:grid-cols-[1.4fr_1fr_1.2fr_1fr]">
        <section className="grid content-start gap-3">
          <p className="font-display text-2xl font-semibold text-on-night">{company.brand}</p>
          <p className="max-w-[42ch] text-balance">{t('footer.about')}</p>
          {company.taxNumber && <p className="text-sm">{t('footer.taxNumber', { number: company.taxNumber })}</p>}
        </section>
        <nav aria-labelledby="footer-services">
          <h2 id="footer-services" className="mb-2 font-medium text-on-night">
            {t('footer.services')}
          </h2>
          <ServiceLinks className="grid two-columns gap-x-4 sm:block" link={LINK} />
        </nav>
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="mb-2 font-medium text-on-night">
            {t('footer.contact')}
          </h2>
          <address className="flex flex-wrap justify-between gap-x-4 not-italic sm:grid sm:grid-cols-1">
            {t('company.address') && (
              <span className="flex w-full items-start gap-3 py-2.5">
                <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-brass" />
                <bdi dir="auto">{t('company.address')}</bdi>
              </span>
            )}
            {phonesOfCompany().map((phone) => (
              <a key={phone} href={telLink(phone)} className={`${LINK} gap-3 max-sm:text-sm`}>
                <Phone aria-hidden="true" className="size-4 shrink-0 text-brass" />
                <bdi dir="ltr">{phone}</bdi>
              </a>
            ))}
            {company.infoEmail && (
              <a href={`mailto:${company.infoEmail}`} className={`${LINK} w-full gap-3`}>
                <Mail aria-hidden="true" className="size-4 shrink-0 text-brass" />
                <bdi className="min-w-0 wrap-anywhere">{company.infoEmail}</bdi>
              </a>
            )}
            {/* If none of these is known, the footer links to the form. */}
            {!t('company.address') && phonesOfCompany().length === 0 && !company.infoEmail && (
              <Link to="/contact" className={LINK}>
                {t('nav.contact')}
              </Link>
            )}
          </address>
        </section>
        <nav
          aria-labelledby="footer-languages"
          className="[&_a]:px-0 [&_a]:hover:bg-transparent [&_a]:hover:underline [&_a[aria-current=true]]:bg-transparent"
        >
          <h2 id="footer-languages" className="mb-2 font-medium text-on-night">
            {t('footer.languages')}
          </h2>
          <ul className="grid two-columns gap-x-4 sm:block">
            {LANGUAGES.map((language) => (
              <li key={language}>
                <LanguageLink language={language} isInFooter />
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {/* The ground of the drawing is the line above the last row. Pages that show the drawing themselves have only a line. */}
      <div className="page">
        <TwoShores className="w-full overflow-clip text-brass/50 in-[:has(main_.shores)]:hidden" />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-5 text-sm in-[:has(main_.shores)]:border-t in-[:has(main_.shores)]:border-brass/40 in-[:has(main_.shores)]:pt-5 max-sm:pt-3">
          <p>{t('footer.rights', { company: t('company.legalName') })}</p>
          <nav aria-label={t('footer.legal')} className="grid two-columns gap-x-4 max-sm:w-full sm:flex sm:flex-wrap sm:gap-x-4">
            {LEGAL_LINKS.map(({ to, label }) => (
              <Link key={label} to={to} className={LINK}>
                {t(label)}
              </Link>
            ))}
          </nav>
        </div>
      </div>
    </footer>
  )
}
