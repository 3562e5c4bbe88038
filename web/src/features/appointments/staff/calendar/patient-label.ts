import type { TextKey } from '../../../../lib/i18n.tsx'
import type { CalendarAppointment } from './calendar-query.ts'

type Translate = (key: TextKey) => string

export function patientLabel({ patient, erased_at }: CalendarAppointment, t: Translate) {
  if (erased_at) return t('staff.erased')
  if (!patient) return t('staff.hidden')
  return [patient.first_name, patient.last_name].filter(Boolean).join(' ') || t('staff.unnamed')
}

/** Where the whole name has no room. */
export const givenLabel = (appointment: CalendarAppointment, t: Translate) =>
  (!appointment.erased_at && appointment.patient?.first_name) || patientLabel(appointment, t)
