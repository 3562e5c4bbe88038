import { CompactSelect } from '../../../../components/ui/compact-select.tsx'
import { isSpecialtyCode, SPECIALTY_CODES, specialtyName } from '../../../../domain/specialties.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import type { Doctor } from './doctors.ts'

interface SpecialtyFilterProps {
  doctors: Doctor[]
  /** Empty for all specialties. */
  chosen: string
  onChoose: (specialty: string) => void
}

/** Offers only specialties that at least one doctor has. */
export function SpecialtyFilter({ doctors, chosen, onChoose }: SpecialtyFilterProps) {
  const { t } = useI18n()
  return (
    <CompactSelect
      label={t('booking.specialties')}
      value={chosen}
      placeholder={t('booking.specialty')}
      options={specialtiesOf(doctors, t)}
      onChoose={onChoose}
    />
  )
}

/** Maps each filter value to its name: known specialties first, in their order, then the others. */
function specialtiesOf(doctors: Doctor[], t: (key: TextKey) => string) {
  const names = new Map(doctors.map((doctor) => [filteredBy(doctor), specialtyName(doctor, t)]))
  const placeOf = (each: string) => (isSpecialtyCode(each) ? SPECIALTY_CODES.indexOf(each) : SPECIALTY_CODES.length)
  return [...names].toSorted(([one], [other]) => placeOf(one) - placeOf(other))
}

/** Uses the code if there is one, so that two spellings of a specialty are one choice. */
export const filteredBy = ({ specialty_code, specialization }: Doctor) => specialty_code ?? specialization
