// The names of specialties in the reader's language.
import type { TextKey } from '../lib/i18n.tsx'

/** The keys are the codes of the table `specialties`, in its order. */
export const SPECIALTY_NAMES = {
  kardiyoloji: 'specialty.cardiology',
  noroloji: 'specialty.neurology',
  ortopedi: 'specialty.orthopaedics',
  goz: 'specialty.eye',
  kbb: 'specialty.ent',
  dermatoloji: 'specialty.dermatology',
  uroloji: 'specialty.urology',
  jinekoloji: 'specialty.women',
  pediatri: 'specialty.children',
  dahiliye: 'specialty.internal',
  'genel-cerrahi': 'specialty.generalSurgery',
  'beyin-cerrahisi': 'specialty.brainSurgery',
  'kalp-cerrahisi': 'specialty.heartSurgery',
  'plastik-cerrahi': 'specialty.plasticSurgery',
  onkoloji: 'specialty.oncology',
  endokrinoloji: 'specialty.endocrinology',
  gastroenteroloji: 'specialty.gastroenterology',
  hematoloji: 'specialty.haematology',
  enfeksiyon: 'specialty.infection',
  'fizik-tedavi': 'specialty.physicalTherapy',
  radyoloji: 'specialty.radiology',
  anestezi: 'specialty.anaesthesia',
  gogus: 'specialty.chest',
  'ruh-sagligi': 'specialty.mentalHealth',
  diyet: 'specialty.diet',
} as const satisfies Record<string, TextKey>

export type SpecialtyCode = keyof typeof SPECIALTY_NAMES

export const SPECIALTY_CODES = Object.keys(SPECIALTY_NAMES) as SpecialtyCode[]

export const isSpecialtyCode = (code: string | null | undefined): code is SpecialtyCode => SPECIALTY_CODES.some((each) => each === code)

/** The stored value for doctors without a specialty. */
export const GENERAL = 'Genel'

export interface HasSpecialty {
  /** The specialty as an admin wrote it, in Turkish. */
  specialization: string
  /** The code that the database derives from it. Null if it is no known specialty. */
  specialty_code: string | null
}

/** The name in the reader's language, or as stored if the specialty is unknown. */
export function specialtyName({ specialization, specialty_code: code }: HasSpecialty, t: (key: TextKey) => string) {
  if (isSpecialtyCode(code)) return t(SPECIALTY_NAMES[code])
  return specialization === GENERAL ? t('specialty.general') : specialization
}
