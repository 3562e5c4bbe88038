// The end of the page in wide windows, where the ways to reach the company are far above.
import { Phone } from 'lucide-react'
import { phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { ButtonLink, buttonLook } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'

export function AskUs() {
  const { t } = useI18n()
  const [phone] = phonesOfCompany()
  return (
    <section aria-labelledby="ask-us" className="border-t border-line bg-surface max-lg:hidden print:hidden">
      <div className="page flex items-center justify-between gap-x-10 py-12">
        <div className="grid gap-1.5">
          <h2 id="ask-us" className="font-display text-3xl font-semibold">
            {t('faq.askTitle')}
          </h2>
          <p className="text-lg text-muted">{t('faq.askText')}</p>
        </div>
        <div className="flex shrink-0 gap-3">
          <ButtonLink to="/contact" look="secondary">
            {t('faq.emptyAction')}
          </ButtonLink>
          {phone && (
            <a href={telLink(phone)} className={buttonLook('quiet')}>
              <Phone aria-hidden="true" strokeWidth={1.5} className="size-5 text-brass" />
              <bdi dir="ltr">{phone}</bdi>
            </a>
          )}
        </div>
      </div>
    </section>
  )
}
