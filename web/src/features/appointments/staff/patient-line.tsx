import { Phone } from 'lucide-react'
import { isPhoneOnly, type Reachable, withGuardians } from '../../../domain/guardians.ts'
import { useI18n } from '../../../lib/i18n.tsx'

interface PatientLineProps {
  appointment: { patient: Reachable | null; erased_at: string | null }
  className?: string
}

/** Below or beside the name of a patient without an account: who is with them, or that there is only a phone number. Nothing for others. */
export function PatientLine({ appointment: { patient, erased_at }, className = '' }: PatientLineProps) {
  const { t, language } = useI18n()
  if (erased_at) return null
  const company = withGuardians(patient, t, language)
  if (company) return <bdi className={`text-muted ${className}`}>{company}</bdi>
  if (!isPhoneOnly(patient)) return null
  return (
    <span className={`inline-flex items-center gap-1 text-wait ${className}`}>
      <Phone aria-hidden="true" className="size-3 shrink-0" />
      {t('staff.phoneOnly')}
    </span>
  )
}
