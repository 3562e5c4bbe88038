import type { ReactNode } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { TextField } from '../../components/ui/field.tsx'
import { useI18n } from '../../lib/i18n.tsx'

/** `change` is what belongs to the address. */
export function AccountCard({ email, change, children }: { email: string; change: ReactNode; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="account-title" className="grid gap-4">
      {/* As high as the line beside it, which has a button, and as far from what follows. */}
      <h2 id="account-title" className="text-lg font-semibold lg:-mb-1 lg:flex lg:min-h-11 lg:items-center">
        {t('accountCard.title')}
      </h2>
      <TextField label={t('accountCard.email')} value={email} readOnly dir="ltr" className="rtl:text-end" />
      <div className="grid">
        {change}
        {children}
      </div>
      <p className="text-sm text-muted">
        {t('accountCard.emailNote')}{' '}
        <a href={`mailto:${company.supportEmail}`} className="underline underline-offset-4 hover:text-action">
          <bdi dir="ltr">{company.supportEmail}</bdi>
        </a>
      </p>
    </section>
  )
}
