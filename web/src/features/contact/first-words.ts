import { isSpecialtyCode, SPECIALTY_NAMES } from '../../domain/specialties.ts'
import { loadArea, type TextKey, translate } from '../../lib/i18n.tsx'
import type { Language } from '../../lib/languages.ts'

/** The parts of healthcare that people at the company explain, with their titles on the page about healthcare. */
const PARTS: Partial<Record<string, TextKey>> = {
  'medical-tourism': 'healthcare.tourismTitle',
  hospital: 'healthcare.hospitalTitle',
  'treatment-plan': 'healthcare.planTitle',
  insurance: 'healthcare.insuranceTitle',
}

export interface HealthSubject {
  /** The code of a specialty without a doctor. */
  specialty: string | null
  /** One of the parts above. */
  part: string | null
}

/**
 * The beginning of a message about a part of healthcare, because the service alone does not name the part. Undefined if there is no such
 * part.
 */
export async function firstWords({ specialty, part }: HealthSubject, language: Language) {
  await loadArea(language, 'find')
  if (specialty && isSpecialtyCode(specialty))
    return translate(language, 'find.message', { specialty: translate(language, SPECIALTY_NAMES[specialty]) })
  const name = PARTS[part ?? '']
  if (name) await loadArea(language, 'services')
  return name && translate(language, 'find.serviceMessage', { service: translate(language, name) })
}
