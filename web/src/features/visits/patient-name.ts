import type { TextKey } from '../../lib/i18n.tsx'
import type { Visit } from './queries.ts'

export function patientName({ patient, erased_at }: Pick<Visit, 'patient' | 'erased_at'>, t: (key: TextKey) => string) {
  if (erased_at) return t('visits.erased')
  if (!patient) return t('visits.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('visits.unnamed')
}
