// The title of the account page, which says what one does there. Without scripts it also says that they are needed.
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../../components/contact-link.tsx'
import { useI18n } from '../../lib/i18n.tsx'

const TITLES = {
  'sign-in': 'account.signInTitle',
  'sign-up': 'account.signUpTitle',
  'signed-in': 'account.already',
} as const

export function AuthTitle({ shows }: { shows: keyof typeof TITLES }) {
  const { t } = useI18n()
  return (
    <div>
      <p className="eyebrow mb-2 text-muted sm:mb-3">{t('account.title')}</p>
      <h1 className="page-title lg:text-[2.75rem]">{t(TITLES[shows])}</h1>
      <noscript>
        <p className="mt-6 mb-2">{t('account.noScript')}</p>
        <p>
          <EmailLink email={company.supportEmail} />
        </p>
      </noscript>
    </div>
  )
}
