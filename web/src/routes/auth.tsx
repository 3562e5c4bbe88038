import { CalendarCheck, Download, LockKeyhole, type LucideIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../components/contact-link.tsx'
import { AccountCard } from '../features/account/account-card.tsx'
import { useIsHydrated } from '../lib/hydrated.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'

const PROMISES: { icon: LucideIcon; text: TextKey }[] = [
  { icon: CalendarCheck, text: 'account.promiseChoice' },
  { icon: LockKeyhole, text: 'account.promisePrivate' },
  { icon: Download, text: 'account.promiseData' },
]

export default function Auth() {
  const { t } = useI18n()
  const [query] = useSearchParams()
  const isHydrated = useIsHydrated()
  return (
    <div className="page grid grid-cols-1 gap-x-16 gap-y-8 py-10 sm:py-16 lg:grid-cols-[minmax(0,1fr)_36rem] lg:items-start">
      <div className="max-lg:contents lg:sticky lg:top-32 lg:py-8">
        <div className="mx-auto w-full max-w-xl">
          <p className="eyebrow mb-2 text-muted">{t('account.title')}</p>
          <h1 className="font-display text-3xl font-semibold sm:text-4xl">{t('account.heading')}</h1>
          <noscript>
            <p className="mt-6 mb-2">{t('account.noScript')}</p>
            <p>
              <EmailLink email={company.supportEmail} />
            </p>
          </noscript>
        </div>
        {/* Below the form where there is one column. */}
        <ul className="mx-auto grid w-full max-w-xl gap-4 text-muted max-lg:order-last lg:mt-8">
          {PROMISES.map(({ icon: Icon, text }) => (
            <li key={text} className="flex gap-3">
              <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
              <span className="max-w-[48ch]">{t(text)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="mx-auto w-full max-w-xl">
        <AccountCard isConfirmed={isHydrated && query.get('confirmed') === 'true'} />
      </div>
    </div>
  )
}
