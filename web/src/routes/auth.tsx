import { useSearchParams } from 'react-router'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../components/contact-link.tsx'
import { AccountCard } from '../features/account/account-card.tsx'
import { useIsHydrated } from '../lib/hydrated.ts'
import { useI18n } from '../lib/i18n.tsx'

export default function Auth() {
  const { t } = useI18n()
  const [query] = useSearchParams()
  const isHydrated = useIsHydrated()
  return (
    <div className="page py-10 sm:py-16">
      <div className="mx-auto max-w-xl">
        <p className="eyebrow mb-2 text-muted">{t('account.title')}</p>
        <h1 className="mb-6 font-display text-3xl font-semibold sm:text-4xl">{t('account.heading')}</h1>
        <noscript>
          <p className="mb-2">{t('account.noScript')}</p>
          <p className="mb-6">
            <EmailLink email={company.supportEmail} />
          </p>
        </noscript>
        <AccountCard isConfirmed={isHydrated && query.get('confirmed') === 'true'} />
      </div>
    </div>
  )
}
