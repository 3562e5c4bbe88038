// A doctor's name with an academic or professional title, for places that name the doctor in one line.
import type { TextKey, Values } from '../lib/i18n.tsx'

interface Titled {
  first_name: string
  last_name: string
  title?: string | null | undefined
}

const ARABIC = /\p{Script=Arabic}/u

/**
 * The title comes before the name. A title with 'Dr.' replaces the general 'Dr.', which on an Arabic page never stands between a title and
 * a name in Latin letters.
 */
export function titledName({ first_name: first, last_name: last, title }: Titled, t: (key: TextKey, values?: Values) => string) {
  const plain = t('doctor.name', { first, last })
  if (!title) return plain
  const name = `${first} ${last}`
  if (/\bDr\b/i.test(title)) return `${title} ${name}`
  return `${title} ${ARABIC.test(plain) && !ARABIC.test(title + name) ? `Dr. ${name}` : plain}`
}
