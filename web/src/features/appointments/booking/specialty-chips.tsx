import { Chip, Chips } from '../../../components/ui/chips.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { SPECIALTIES, specialtyName } from '../../../lib/specialties.ts'
import type { Doctor } from './doctors.ts'

/** From so many doctors on. */
export const CHIPS_FROM = 9

interface SpecialtyChipsProps {
  doctors: Doctor[]
  chosen: string | undefined
  onChoose: (specialty: string | undefined) => void
}

/** Only what at least one doctor has can be chosen. A second press takes it back. */
export function SpecialtyChips({ doctors, chosen, onChoose }: SpecialtyChipsProps) {
  const { t } = useI18n()
  return (
    <Chips
      label={t('booking.specialties')}
      className="-mx-4 scroll-px-4 px-4 text-sm [scrollbar-width:none] sm:-mx-6 sm:[scrollbar-width:thin] sm:scroll-px-6 sm:px-6"
    >
      {specialtiesOf(doctors).map((each) => (
        <Chip key={each} isChosen={each === chosen} onPress={() => onChoose(each === chosen ? undefined : each)}>
          {specialtyName(each, t)}
        </Chip>
      ))}
    </Chips>
  )
}

/** In the order of the known ones, then the others as they come. */
function specialtiesOf(doctors: Pick<Doctor, 'specialization'>[]) {
  const known = Object.keys(SPECIALTIES)
  const placeOf = (each: string) => (known.includes(each) ? known.indexOf(each) : known.length)
  const all = new Set(doctors.map(({ specialization }) => specialization))
  return [...all].toSorted((one, other) => placeOf(one) - placeOf(other))
}
