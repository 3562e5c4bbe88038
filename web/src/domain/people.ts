import type { TextKey, Values } from '../lib/i18n.tsx'

/** Somebody without an account whom the signed-in person books for. */
export interface PersonBookedFor {
  id: string
  name: string
}

/** The text about an appointment, after the name of the person treated if it is not the reader. */
export const aboutPerson = (name: string | undefined, text: string, t: (key: TextKey, values?: Values) => string) =>
  name ? `${t('appointments.forPerson', { name })} · ${text}` : text
