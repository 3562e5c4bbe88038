import { loadArea, translate } from '../../lib/i18n.tsx'
import type { Language } from '../../lib/languages.ts'
import { isSpecialtyCode, SPECIALTY_NAMES } from '../../lib/specialty-codes.ts'

/** The beginning of a message that asks for a doctor of this specialty. Undefined if there is no such specialty. */
export async function specialtyMessage(code: string, language: Language) {
  if (!isSpecialtyCode(code)) return undefined
  await loadArea(language, 'find')
  return translate(language, 'find.message', { specialty: translate(language, SPECIALTY_NAMES[code]) })
}
