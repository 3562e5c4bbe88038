import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { SpokenLanguage } from '../../../components/spoken-language.tsx'
import { Chip } from '../../../components/ui/chips.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { FADING, useFade } from '../../../components/ui/use-fade.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { isLanguage, LANGUAGES } from '../../../lib/languages.ts'
import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../../lib/specialty-codes.ts'
import type { Filters } from './filters.ts'
import type { PublicDoctor } from './public-doctors.ts'

interface DoctorFiltersProps {
  doctors: PublicDoctor[] | undefined
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
}

/** One line that scrolls sideways on phones. */
const ROW =
  '-mx-5 flex min-w-0 items-center gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] sm:mx-0 sm:items-start sm:gap-4 sm:overflow-visible sm:px-0'
const LABEL = 'shrink-0 text-sm text-muted sm:leading-11 sm:max-lg:min-w-24'
/** In wide windows the languages are beside the search, and the specialties, of which there are many, below both. */
const SPECIALTIES_PLACE = 'lg:col-span-full'

/** Only what at least one doctor has can be chosen. A second press on a chip takes it back. */
export function DoctorFilters({ doctors, filters, onChange }: DoctorFiltersProps) {
  const { t } = useI18n()
  if (!doctors) return <FiltersSkeleton />
  const codes = new Set(doctors.map(({ specialty_code }) => specialty_code))
  const specialties = SPECIALTY_CODES.filter((code) => codes.has(code) || code === filters.specialty)
  const languages = spokenBy(doctors)
  return (
    <>
      <Chips name={t('doctors.languageFilter')} label={t('doctors.languageLabel')}>
        {languages.map((code) => (
          <Chip
            key={code}
            isChosen={filters.language === code}
            onPress={() => onChange({ language: filters.language === code ? '' : code })}
          >
            <SpokenLanguage code={code} />
          </Chip>
        ))}
      </Chips>
      <Chips name={t('doctors.specialties')} label={t('doctors.specialtyLabel')} className={SPECIALTIES_PLACE}>
        {specialties.map((code) => (
          <Chip
            key={code}
            isChosen={filters.specialty === code}
            onPress={() => onChange({ specialty: filters.specialty === code ? '' : code })}
          >
            {t(SPECIALTY_NAMES[code])}
          </Chip>
        ))}
      </Chips>
    </>
  )
}

/** Quieter than the chips: it changes the order, not who is shown. */
export function SortSelect({ filters: { isSoonestFirst }, onChange }: Pick<DoctorFiltersProps, 'filters' | 'onChange'>) {
  const { t } = useI18n()
  const id = useId()
  return (
    <div className="flex min-w-0 items-center gap-2.5 text-sm">
      <label htmlFor={id} className="shrink-0 text-muted">
        {t('doctors.sort')}
      </label>
      <div className="relative min-w-0">
        <select
          id={id}
          className="select min-h-11 w-full rounded-box border border-control bg-surface ps-3.5 pe-9 font-medium text-ink transition-colors duration-150 ease-calm hover:border-ink"
          value={isSoonestFirst ? 'soonest' : 'name'}
          onChange={({ target }) => onChange({ isSoonestFirst: target.value === 'soonest' })}
        >
          <option value="name">{t('doctors.sortName')}</option>
          <option value="soonest">{t('doctors.sortSoonest')}</option>
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-brass" />
      </div>
    </div>
  )
}

/** The languages of the site first, in its order. */
function spokenBy(doctors: PublicDoctor[]) {
  const spoken = new Set(doctors.flatMap(({ languages }) => languages))
  return [...LANGUAGES.filter((code) => spoken.has(code)), ...[...spoken].filter((code) => !isLanguage(code)).toSorted()]
}

interface ChipsProps {
  name: string
  label: string
  className?: string
  children: ReactNode[]
}

/** Without anything to choose it keeps its height, so that nothing below it moves. */
const Chips = (props: ChipsProps) =>
  props.children.length === 0 ? <div aria-hidden="true" className={classes('min-h-13', props.className)} /> : <Row {...props} />

function Row({ name, label, className, children }: ChipsProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  useFade(row)
  return (
    <fieldset ref={row} className={classes(ROW, FADING, className)}>
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className={LABEL}>
        {label}
      </span>
      <div className="flex gap-2 sm:flex-wrap">{children}</div>
    </fieldset>
  )
}

function FiltersSkeleton() {
  const { t } = useI18n()
  const rows = [
    { label: t('doctors.languageLabel'), place: '' },
    { label: t('doctors.specialtyLabel'), place: SPECIALTIES_PLACE },
  ]
  return rows.map(({ label, place }) => (
    <div key={label} aria-hidden="true" className={classes(ROW, 'overflow-hidden!', place)}>
      <span className={LABEL}>{label}</span>
      <div className="flex gap-2">
        {['w-28', 'w-36', 'w-24'].map((width) => (
          <Skeleton key={width} className={`h-11 shrink-0 rounded-full! ${width}`} />
        ))}
      </div>
    </div>
  ))
}
