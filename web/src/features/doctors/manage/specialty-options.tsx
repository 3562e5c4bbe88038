import { GENERAL, type HasSpecialty, SPECIALTY_NAMES, type SpecialtyCode, specialtyName } from '../../../domain/specialties.ts'
import { useI18n } from '../../../lib/i18n.tsx'

/** The ten specialties that the product offers, by their stored Turkish names. */
const OFFERED: Record<string, SpecialtyCode> = {
  Kardiyoloji: 'kardiyoloji',
  Nöroloji: 'noroloji',
  Ortopedi: 'ortopedi',
  'Göz Hastalıkları': 'goz',
  'Kulak Burun Boğaz': 'kbb',
  Dahiliye: 'dahiliye',
  'Çocuk Hastalıkları': 'pediatri',
  'Kadın Hastalıkları': 'jinekoloji',
  Üroloji: 'uroloji',
  Dermatoloji: 'dermatoloji',
}

/** The options in the reader's language. A record keeps a specialty that is not among the ten. */
export function SpecialtyOptions({ stored }: { stored?: HasSpecialty | undefined }) {
  const { t } = useI18n()
  const isOther = stored && stored.specialization !== GENERAL && !(stored.specialization in OFFERED)
  return (
    <>
      {isOther && <option value={stored.specialization}>{specialtyName(stored, t)}</option>}
      {Object.entries(OFFERED).map(([name, code]) => (
        <option key={code} value={name}>
          {t(SPECIALTY_NAMES[code])}
        </option>
      ))}
    </>
  )
}
