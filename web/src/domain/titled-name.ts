// A doctor's name with an academic or professional title, where one line names them.
import type { TextKey, Values } from '../lib/i18n.tsx'

interface Titled {
  first_name: string
  last_name: string
  title: string | null
}

/** The title comes before the name. One that contains 'Dr.' replaces the 'Dr.' of everybody. */
export function titledName({ first_name: first, last_name: last, title }: Titled, t: (key: TextKey, values?: Values) => string) {
  if (!title) return t('doctor.name', { first, last })
  return `${title} ${/\bDr\b/i.test(title) ? `${first} ${last}` : t('doctor.name', { first, last })}`
}
