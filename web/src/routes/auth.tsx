import { CalendarCheck, Download, LockKeyhole, type LucideIcon } from 'lucide-react'
import { company } from '../../../supabase/functions/_shared/company.ts'
import { EmailLink } from '../components/contact-link.tsx'
import { AccountCard } from '../features/account/account-card.tsx'
import { useIsHydrated } from '../lib/hydrated.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { useSearchParams } from '../lib/router.tsx'

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
    <div className="page grid grid-cols-1 gap-x-5 gap-y-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_36rem] lg:py-16">
      {/* Beside the form it is a panel of its own, with the doorway at its foot. */}
      <div className="max-lg:contents lg:relative lg:overflow-clip lg:rounded-box lg:border lg:border-night lg:bg-night dark:lg:border-line lg:px-10 lg:pt-12 lg:pb-38 lg:text-on-night">
        <span
          aria-hidden="true"
          className="arch absolute end-10 -bottom-8 hidden w-36 border border-brass/70 after:arch after:absolute after:inset-x-7 after:-bottom-2 after:border after:border-brass/40 lg:block"
        />
        <div className="mx-auto w-full max-w-xl">
          <p className="eyebrow mb-2 text-muted lg:text-on-night-muted">{t('account.title')}</p>
          <h1 className="font-display text-4xl font-semibold">{t('account.heading')}</h1>
          <noscript>
            <p className="mt-6 mb-2">{t('account.noScript')}</p>
            <p>
              <EmailLink email={company.supportEmail} />
            </p>
          </noscript>
        </div>
        {/* Below the form where there is one column. */}
        <ul className="mx-auto grid w-full max-w-xl gap-4 text-muted max-lg:order-last lg:mt-8 lg:text-on-night-muted">
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
