import type { TextKey } from '../../../lib/i18n.tsx'
import type { Appointment } from './queries.ts'

export interface Named {
  patient: Pick<NonNullable<Appointment['patient']>, 'first_name' | 'last_name'> | null
  erased_at: string | null
}

export function patientName({ patient, erased_at }: Named, t: (key: TextKey) => string) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}
