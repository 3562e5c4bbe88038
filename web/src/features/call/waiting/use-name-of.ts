import { useI18n } from '../../../lib/i18n.tsx'
import type { WaitingPatient } from './status.ts'

export function useNameOf() {
  const { t } = useI18n()
  return ({ first_name, last_name }: WaitingPatient) => [first_name, last_name].filter(Boolean).join(' ') || t('waiting.patient')
}
