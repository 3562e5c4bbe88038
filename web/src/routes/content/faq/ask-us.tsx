// The end of the page in wide windows, where the ways to reach the company are far above.

import { PhoneButton } from '../../../components/phone-button.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'

export function AskUs() {
  const { t } = useI18n()
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
          <PhoneButton look="secondary" />
          <ButtonLink to="/contact" look="secondary">
            {t('faq.emptyAction')}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
