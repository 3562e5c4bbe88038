// The numbers of doctors, specialties and languages, counted from the data.
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { formatNumber } from '../../../lib/numbers.ts'
import { useListedDoctors } from './listed-doctors.ts'

export default function DoctorFigures() {
  const { t, language } = useI18n()
  const doctors = useListedDoctors()
  const figures: { label: TextKey; count: number }[] = doctors
    ? [
        { label: 'home.doctorCount', count: doctors.length },
        { label: 'home.specialtyCount', count: countOf(doctors.map(({ specialty_code: code, specialization }) => code ?? specialization)) },
        { label: 'home.languageCount', count: countOf(doctors.flatMap(({ languages }) => languages)) },
      ]
    : []
  return (
    <dl aria-label={t('home.trueFigures')} className="flex flex-wrap gap-x-5 gap-y-1 sm:gap-x-8 lg:grid lg:grid-cols-4 lg:gap-x-6">
      {figures
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => (
          <div key={label} className="flex flex-row-reverse items-baseline justify-end gap-1.5 lg:ps-5">
            <dt className="text-muted">{t(label, { count })}</dt>
            <dd className="font-display text-xl leading-7 font-semibold">{formatNumber(count, language)}</dd>
          </div>
        ))}
    </dl>
  )
}

const countOf = (values: string[]) => new Set(values).size
