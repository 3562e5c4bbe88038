// Contacts for readers who found no answer.
import { type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { company, phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'
import { Link } from '../../../lib/router/link.tsx'

const WAY =
  'group grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 border-t border-on-night/15 py-3 decoration-brass decoration-1 underline-offset-4'

/** The content of a night-blue doorway: beside the title in wide windows, below the questions on smaller screens. */
export function Help({ isBeside, className }: { isBeside: boolean; className: string }) {
  const { t } = useI18n()
  const id = useId()
  const [phone] = phonesOfCompany()
  return (
    <section aria-labelledby={id} className={className}>
      <h2
        id={id}
        className={classes('mx-auto mb-5 max-w-64 text-center font-display text-2xl font-semibold', !isBeside && 'sm:max-w-80 sm:text-3xl')}
      >
        {t('faq.helpTitle')}
      </h2>
      <ul className="grid">
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
        <span className="font-medium group-hover:underline">{title}</span>
        {children && (
          <bdi dir="ltr" className="wrap-anywhere">
            {children}
          </bdi>
        )}
      </span>
      <span className="col-start-2 text-sm text-on-night-muted">{text}</span>
    </>
  )
}
