// Contacts for readers who found no answer.
import { type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { company, phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'
import { Link } from '../../../lib/router/link.tsx'

const WAY = 'grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-4 hover:text-action lg:py-2.5'

/** Beside the title in wide windows. On smaller screens below the questions, because those come first. */
export function Help({ isBeside, className }: { isBeside: boolean; className: string }) {
  const { t } = useI18n()
  const id = useId()
  const [phone] = phonesOfCompany()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={classes('font-display font-semibold', isBeside ? 'mb-3 text-xl' : 'mb-4 text-2xl sm:text-3xl')}>
        {t('faq.helpTitle')}
      </h2>
      <ul className={isBeside ? 'grid' : 'grid md:grid-cols-3 md:gap-x-8'}>
        <li>
          <Link to="/contact" className={WAY}>
            <Way icon={MessageCircle} title={t('faq.helpChat')} text={t('faq.helpChatText')} />
          </Link>
        </li>
        {phone && (
          <li>
            <a href={telLink(phone)} className={WAY}>
              <Way icon={Phone} title={t('faq.helpPhone')} text={t('faq.helpPhoneText')}>
                {phone}
              </Way>
            </a>
          </li>
        )}
        {company.infoEmail && (
          <li>
            <a href={`mailto:${company.infoEmail}`} className={WAY}>
              <Way icon={Mail} title={t('faq.helpEmail')} text={t('faq.helpEmailText')}>
                {company.infoEmail}
              </Way>
            </a>
          </li>
        )}
      </ul>
    </section>
  )
}

function Way({ icon: Icon, title, text, children }: { icon: LucideIcon; title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 text-brass" />
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        {children && (
          <bdi dir="ltr" className="wrap-anywhere">
            {children}
          </bdi>
        )}
      </span>
      <span className="col-start-2 text-sm text-muted">{text}</span>
    </>
  )
}
