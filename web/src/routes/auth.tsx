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
    <div className="page py-8 sm:py-12 lg:py-16">
      {/* Two halves of one card in wide windows. On small ones the promises stand below the form. */}
      <div className="mx-auto grid max-w-xl grid-cols-1 gap-y-6 lg:max-w-none lg:grid-cols-[5fr_7fr] lg:overflow-clip lg:rounded-box lg:border lg:border-line">
        <div className="grid content-start gap-6 lg:order-last lg:bg-surface lg:px-16 lg:py-12">
          <div>
            <p className="eyebrow mb-2 text-muted">{t('account.title')}</p>
            <h1 className="page-title">{t('account.heading')}</h1>
            <noscript>
              <p className="mt-6 mb-2">{t('account.noScript')}</p>
              <p>
                <EmailLink email={company.supportEmail} />
              </p>
            </noscript>
          </div>
          <AccountCard isConfirmed={isHydrated && query.get('confirmed') === 'true'} />
        </div>
        <Promises />
      </div>
    </div>
  )
}

function Promises() {
  const { t } = useI18n()
  return (
    <div className="relative lg:bg-night lg:px-12 lg:pt-14 lg:pb-80 lg:text-on-night">
      <ul className="grid gap-4 text-muted lg:gap-6 lg:text-on-night-muted">
        {PROMISES.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-3 lg:gap-4">
            <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass lg:size-6" />
            <span className="max-w-[48ch]">{t(text)}</span>
          </li>
        ))}
      </ul>
      {/* The doorway of the logo, as high as a long form leaves room for. */}
      <span
        aria-hidden="true"
        className="absolute inset-x-12 top-92 -bottom-px hidden rounded-t-full border border-brass/70 after:absolute after:inset-x-9 after:top-9 after:bottom-0 after:rounded-t-full after:border after:border-brass/40 lg:block"
      />
    </div>
  )
}
