import { company } from '../../../../supabase/functions/_shared/company.ts'
import { useI18n } from '../../lib/i18n.tsx'

/** The permit of the health facility, or undefined if it has none. */
export function usePermit() {
  const { t } = useI18n()
  const { number, country } = company.permit
  return number ? [number, t('company.permitAuthority'), country].filter(Boolean).join('\u00A0· ') : undefined
}
