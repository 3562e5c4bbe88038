import type { TextKey } from '../../../lib/i18n.tsx'
import type { Language } from '../../../lib/languages.ts'
import type { CalendarAppointment } from './calendar-query.ts'

/** Joins the parts of a name that is read out. */
export const inWords = (parts: (string | false)[], language: Language) => parts.filter(Boolean).join(language === 'ar' ? '، ' : ', ')

export function patientLabel({ patient, erased_at }: CalendarAppointment, t: (key: TextKey) => string) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}
