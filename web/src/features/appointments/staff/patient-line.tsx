import { Phone } from 'lucide-react'
import { isPhoneOnly, type Reachable, withGuardians } from '../../../domain/guardians.ts'
import { useI18n } from '../../../lib/i18n.tsx'

interface Treated {
  patient: Reachable | null
  erased_at: string | null
}

interface PatientLineProps {
  appointment: Treated
  className?: string
}

/** Whether the line below the name would be empty. */
export const isAlone = ({ patient, erased_at }: Treated) => Boolean(erased_at) || !(patient?.guardians?.length || isPhoneOnly(patient))

/** The line for a patient without an account: the guardians, or that there is only a phone number. Empty for other patients. */
export function PatientLine({ appointment: { patient, erased_at }, className = '' }: PatientLineProps) {
  const { t, language } = useI18n()
  if (erased_at) return null
  const company = withGuardians(patient, t, language)
  if (company) return <bdi className={`text-muted ${className}`}>{company}</bdi>
  if (!isPhoneOnly(patient)) return null
  return (
    <span className={`text-wait ${className}`}>
      <Phone aria-hidden="true" className="me-1 mb-0.5 inline size-3" />
      {t('staff.phoneOnly')}
    </span>
  )
}
