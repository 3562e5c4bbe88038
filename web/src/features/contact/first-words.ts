import { loadArea, type TextKey, translate } from '../../lib/i18n.tsx'
import type { Language } from '../../lib/languages.ts'
import { isSpecialtyCode, SPECIALTY_NAMES } from '../../lib/specialties.ts'

/** What has no page of its own, as the landing page and the page about healthcare call it. */
const SERVICES: Partial<Record<string, TextKey>> = {
  'import-export': 'home.importExportTitle',
  'real-estate': 'home.realEstateTitle',
  legal: 'home.legalTitle',
  'medical-tourism': 'healthcare.tourismTitle',
  hospital: 'healthcare.hospitalTitle',
  'treatment-plan': 'healthcare.planTitle',
  insurance: 'healthcare.insuranceTitle',
}

export interface Subject {
  /** The code of a specialty that has no doctor yet. */
  specialty: string | null
  /** One of the services above. */
  service: string | null
}

/** The beginning of a message about a subject. Undefined if there is no such subject. */
export async function firstWords({ specialty, service }: Subject, language: Language) {
  await loadArea(language, 'find')
  if (specialty && isSpecialtyCode(specialty))
    return translate(language, 'find.message', { specialty: translate(language, SPECIALTY_NAMES[specialty]) })
  const name = SERVICES[service ?? '']
  if (name?.startsWith('healthcare.')) await loadArea(language, 'services')
  return name && translate(language, 'find.serviceMessage', { service: translate(language, name) })
}
