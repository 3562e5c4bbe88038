import { company, phonesOfCompany } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { telLink } from '../../lib/patterns.ts'

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action'

export function ContactBlock() {
  const { t } = useI18n()
  const emails = [...new Set([company.infoEmail, company.supportEmail])].filter(Boolean)
  return (
    <section aria-labelledby="legal-contact" className="grid gap-4 rounded-box border border-line bg-surface p-6 sm:p-8">
      <h2 id="legal-contact" className="font-display text-2xl font-semibold">
        {t('legal.contactTitle')}
      </h2>
      <p className="text-muted">{t('legal.contactText')}</p>
      <address className="not-italic">
        <p className="font-medium">
          <bdi>{t('company.legalName')}</bdi>
        </p>
        <p>
          <bdi>{t('company.address')}</bdi>
        </p>
        {company.taxNumber && <p>{t('footer.taxNumber', { number: company.taxNumber })}</p>}
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {emails.map((email) => (
            <li key={email}>
              <a href={`mailto:${email}`} className={LINK}>
                <bdi dir="ltr" className="wrap-anywhere">
                  {email}
                </bdi>
              </a>
            </li>
          ))}
          {phonesOfCompany().map((phone) => (
            <li key={phone}>
              <a href={telLink(phone)} className={LINK}>
                <bdi dir="ltr">{phone}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </address>
    </section>
  )
}
