import type { TextKey, Values } from '../lib/i18n.tsx'

/** A person without an account whom the signed-in user books for. */
export interface PersonBookedFor {
  id: string
  name: string
}

/** The text about an appointment. If the reader is not the patient, the patient's name comes first. */
export const aboutPerson = (name: string | undefined, text: string, t: (key: TextKey, values?: Values) => string) =>
  name ? `${t('appointments.forPerson', { name })} · ${text}` : text
