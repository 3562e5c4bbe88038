import type { TextKey } from '../../../lib/i18n.tsx'
import type { CalendarAppointment } from './calendar-query.ts'

export function patientLabel({ patient, erased_at }: CalendarAppointment, t: (key: TextKey) => string) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}
