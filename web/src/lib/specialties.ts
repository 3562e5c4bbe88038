// Specializations are stored in Turkish, as admins choose them; whoever reads in another language reads them in it.
import type { TextKey } from './i18n.tsx'

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

/** Its name in the reader's language, or as it is written where it is none of the known ones. */
export function specialtyName(stored: string, t: (key: TextKey) => string) {
  const key = SPECIALTIES[stored]
  return key ? t(key) : stored
}
