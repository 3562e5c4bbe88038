// The names of specialties in the reader's language. Doctors have the code of one when their plain text names it.
import type { TextKey } from './i18n.tsx'

/** By the codes of the table `specialties`, in its order. */
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

export const isSpecialtyCode = (code: string | null): code is SpecialtyCode => SPECIALTY_CODES.some((each) => each === code)

/** Stored in Turkish, as admins choose them. */
export const SPECIALTIES: Record<string, TextKey> = {
  Kardiyoloji: 'specialty.cardiology',
  Nöroloji: 'specialty.neurology',
  Ortopedi: 'specialty.orthopaedics',
  'Göz Hastalıkları': 'specialty.eye',
  'Kulak Burun Boğaz': 'specialty.ent',
  Dahiliye: 'specialty.internal',
  'Çocuk Hastalıkları': 'specialty.children',
  'Kadın Hastalıkları': 'specialty.women',
  Üroloji: 'specialty.urology',
  Dermatoloji: 'specialty.dermatology',
  Genel: 'specialty.general',
}

/** Its name in the reader's language, or the stored text if it is not a known one. */
export function specialtyName(stored: string, t: (key: TextKey) => string) {
  const key = SPECIALTIES[stored]
  return key ? t(key) : stored
}
