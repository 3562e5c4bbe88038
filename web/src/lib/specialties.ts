// The names of specialties in the reader's language.
import type { TextKey } from './i18n.tsx'

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
