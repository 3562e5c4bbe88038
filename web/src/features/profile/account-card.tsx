import type { ReactNode } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { TextField } from '../../components/ui/field.tsx'
import { PhoneSection } from '../../components/ui/phone-section.tsx'
import { useI18n } from '../../lib/i18n.tsx'

/** `change` is the part that changes the address. */
export function AccountCard({ email, change, children }: { email: string; change: ReactNode; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <PhoneSection id="account-title" title={t('accountCard.title')} className="gap-4 sm:mt-4">
      <TextField label={t('accountCard.email')} value={email} title={email} readOnly dir="ltr" className="text-ellipsis rtl:text-end" />
      <div className="grid">
        {change}
        {children}
      </div>
      <p className="text-sm text-muted">
        {t('accountCard.emailNote')}{' '}
        {company.supportEmail && (
          <a href={`mailto:${company.supportEmail}`} className="underline underline-offset-4 hover:text-action">
            <bdi dir="ltr">{company.supportEmail}</bdi>
          </a>
        )}
      </p>
    </PhoneSection>
  )
}
