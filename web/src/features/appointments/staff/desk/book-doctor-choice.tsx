import { SelectField } from '../../../../components/ui/select-field.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { DeskDoctor } from '../desk-doctor.ts'

interface BookDoctorChoiceProps {
  doctors: DeskDoctor[]
  doctor: DeskDoctor | undefined
  error: string | undefined
  onChoose: (doctor: DeskDoctor | undefined) => void
}

export function BookDoctorChoice({ doctors, doctor, error, onChoose }: BookDoctorChoiceProps) {
  const { t } = useI18n()
  return (
    <SelectField
      label={t('booking.doctor')}
      required
      error={error}
      value={doctor?.id ?? ''}
      onChange={({ target }) => onChoose(doctors.find(({ id }) => id === target.value))}
    >
      <option value="">{t('booking.chooseDoctor')}</option>
      {doctors.map((each) => (
        <option key={each.id} value={each.id}>
          {titledName(each, t)}
        </option>
      ))}
    </SelectField>
  )
}
