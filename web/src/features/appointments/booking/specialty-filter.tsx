import { CompactSelect } from '../../../components/ui/compact-select.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { SPECIALTIES, specialtyName } from '../../../lib/specialties.ts'
import type { Doctor } from './doctors.ts'

interface SpecialtyFilterProps {
  doctors: Doctor[]
  /** Empty for all. */
  chosen: string
  onChoose: (specialty: string) => void
}

/** Only what at least one doctor has can be chosen. */
export function SpecialtyFilter({ doctors, chosen, onChoose }: SpecialtyFilterProps) {
  const { t } = useI18n()
  return (
    <CompactSelect
      label={t('booking.specialties')}
      value={chosen}
      placeholder={t('booking.specialty')}
      options={specialtiesOf(doctors).map((each) => [each, specialtyName(each, t)])}
      onChoose={onChoose}
    />
  )
}

/** In the order of the known ones, then the others as they come. */
function specialtiesOf(doctors: Pick<Doctor, 'specialization'>[]) {
  const known = Object.keys(SPECIALTIES)
  const placeOf = (each: string) => (known.includes(each) ? known.indexOf(each) : known.length)
  const all = new Set(doctors.map(({ specialization }) => specialization))
  return [...all].toSorted((one, other) => placeOf(one) - placeOf(other))
}
