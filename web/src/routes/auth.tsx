import { useSearchParams } from 'react-router'
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
        <h1 className="mb-6 font-display text-3xl font-semibold sm:text-4xl">{t('account.title')}</h1>
        <AccountCard isConfirmed={isHydrated && query.get('confirmed') === 'true'} />
      </div>
    </div>
  )
}
