import { isPhoneOnly, withGuardians } from '../../../../domain/guardians.ts'
import type { TextKey, Values } from '../../../../lib/i18n.tsx'
import type { Language } from '../../../../lib/languages.ts'
import type { CalendarAppointment } from './calendar-query.ts'

type Translate = (key: TextKey, values?: Values) => string

export function patientLabel({ patient, erased_at }: CalendarAppointment, t: Translate) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}

/** The first name, for places without room for the whole name. */
export const givenLabel = (appointment: CalendarAppointment, t: Translate) =>
  (!appointment.erased_at && appointment.patient?.first_name) || patientLabel(appointment, t)

/** For a patient without an account: the guardians, or a note that there is only a phone number. */
export function companyLabel({ patient, erased_at }: CalendarAppointment, t: Translate, language: Language) {
  if (erased_at) return undefined
  return isPhoneOnly(patient) ? t('staff.phoneOnly') : withGuardians(patient, t, language)
}
