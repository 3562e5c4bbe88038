import type { TextKey } from '../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'

export function patientName({ patient, erased_at }: Pick<Appointment, 'patient' | 'erased_at'>, t: (key: TextKey) => string) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}
