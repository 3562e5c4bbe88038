import { useRef } from 'react'
import { CompactSelect } from '../../../components/ui/compact-select.tsx'
import { FADING, useFade } from '../../../components/ui/use-fade.tsx'
import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../../domain/specialties.ts'
import { spokenLanguageName } from '../../../domain/spoken-languages.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { isLanguage, LANGUAGES } from '../../../lib/languages.ts'
import type { Filters } from './doctor-filters.ts'
import type { PublicDoctor } from './public-doctors.ts'

interface DoctorFiltersProps {
  /** Undefined while the doctors are loading. The filters take the same space then. */
  doctors: PublicDoctor[] | undefined
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
}

/**
 * Offers only values that at least one doctor has. On phones the filters are one line as wide as the search, which scrolls sideways if it
 * does not fit.
 */
export function DoctorFilters({ doctors = [], filters, onChange }: DoctorFiltersProps) {
  const { t } = useI18n()
  const row = useRef<HTMLDivElement>(null)
  useFade(row)
  return (
    <div
      ref={row}
      className={classes(
        'flex items-center gap-2 *:shrink-0 max-sm:-mx-5 max-sm:*:grow max-sm:basis-[calc(100%+2.5rem)] max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 max-sm:[scrollbar-width:none] sm:[mask-image:none]!',
        FADING,
      )}
    >
      <CompactSelect
        label={t('doctors.specialties')}
        value={filters.specialty}
        placeholder={t('doctors.specialtyLabel')}
        options={specialtiesOf(doctors, filters).map((code) => [code, t(SPECIALTY_NAMES[code])])}
        onChoose={(specialty) => onChange({ specialty })}
      />
      <CompactSelect
        label={t('doctors.languageFilter')}
        value={filters.language}
        placeholder={t('doctors.languageLabel')}
        options={spokenBy(doctors, filters).map((code) => [code, spokenLanguageName(code)])}
        onChoose={(language) => onChange({ language })}
      />
    </div>
  )
}

/** Stands beside the count, which it does not change. */
export function DoctorSort({ isSoonestFirst, onChange }: { isSoonestFirst: boolean; onChange: (isSoonestFirst: boolean) => void }) {
  const { t } = useI18n()
  return (
    <CompactSelect
      look="quiet"
      label={t('doctors.sort')}
      value={isSoonestFirst ? 'soonest' : 'name'}
      options={[
        ['soonest', t('doctors.sortSoonest')],
        ['name', t('doctors.sortName')],
      ]}
      onChoose={(order) => onChange(order === 'soonest')}
    />
  )
}

function specialtiesOf(doctors: PublicDoctor[], { specialty }: Filters) {
  const codes = new Set(doctors.map(({ specialty_code }) => specialty_code))
  return SPECIALTY_CODES.filter((code) => codes.has(code) || code === specialty)
}

/** The languages of the site first, in its order. */
function spokenBy(doctors: PublicDoctor[], { language }: Filters) {
  const spoken = new Set(doctors.flatMap(({ languages }) => languages))
  return [
    ...LANGUAGES.filter((code) => spoken.has(code) || code === language),
    ...[...spoken].filter((code) => !isLanguage(code)).toSorted(),
  ]
}
