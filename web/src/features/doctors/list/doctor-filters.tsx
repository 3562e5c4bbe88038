import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { SpokenLanguage } from '../../../components/spoken-language.tsx'
import { Chip } from '../../../components/ui/chips.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { FADING, useFade } from '../../../components/ui/use-fade.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { isLanguage, LANGUAGES } from '../../../lib/languages.ts'
import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../../../lib/specialty-codes.ts'
import { spokenLanguageName } from '../../../lib/spoken-languages.ts'
import type { Filters } from './filters.ts'
import type { PublicDoctor } from './public-doctors.ts'

interface DoctorFiltersProps {
  doctors: PublicDoctor[] | undefined
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
}

/** Only what at least one doctor has can be chosen. A second press on a chip takes it back. Phones have lists instead. */
export function DoctorFilters({ doctors, filters, onChange }: DoctorFiltersProps) {
  const { t } = useI18n()
  const toggle = (name: 'language' | 'specialty', code: string) => onChange({ [name]: filters[name] === code ? '' : code })
  return (
    <>
      <Chips name={t('doctors.languageFilter')} label={t('doctors.languageLabel')}>
        {doctors &&
          spokenBy(doctors).map((code) => (
            <Chip key={code} isChosen={filters.language === code} onPress={() => toggle('language', code)}>
              <SpokenLanguage code={code} />
            </Chip>
          ))}
      </Chips>
      {/* In wide windows the languages are beside the search, and the specialties, of which there are many, below both. */}
      <Chips name={t('doctors.specialties')} label={t('doctors.specialtyLabel')} className="lg:col-span-full">
        {doctors &&
          specialtiesOf(doctors, filters).map((code) => (
            <Chip key={code} isChosen={filters.specialty === code} onPress={() => toggle('specialty', code)}>
              {t(SPECIALTY_NAMES[code])}
            </Chip>
          ))}
      </Chips>
    </>
  )
}

/** The order of the list, and on phones also what it is narrowed to, in one line that scrolls sideways. */
export function FilterLists({ doctors = [], filters, onChange }: DoctorFiltersProps) {
  const { t } = useI18n()
  const row = useRef<HTMLDivElement>(null)
  useFade(row)
  const specialties = specialtiesOf(doctors, filters)
  return (
    <div
      ref={row}
      className={classes(
        'flex items-center gap-2 max-sm:order-first max-sm:-mx-5 max-sm:basis-[calc(100%+2.5rem)] max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 max-sm:[scrollbar-width:none] sm:[mask-image:none]!',
        FADING,
      )}
    >
      <PillSelect
        label={t('doctors.specialties')}
        value={filters.specialty}
        placeholder={t('doctors.specialtyLabel')}
        options={specialties.map((code) => [code, t(SPECIALTY_NAMES[code])])}
        className="sm:hidden"
        onChoose={(specialty) => onChange({ specialty })}
      />
      <PillSelect
        label={t('doctors.languageFilter')}
        value={filters.language}
        placeholder={t('doctors.languageLabel')}
        options={spokenBy(doctors).map((code) => [code, spokenLanguageName(code)])}
        className="sm:hidden"
        onChoose={(language) => onChange({ language })}
      />
      <span aria-hidden="true" className="text-sm text-muted max-sm:hidden">
        {t('doctors.sort')}
      </span>
      <PillSelect
        label={t('doctors.sort')}
        value={filters.isSoonestFirst ? 'soonest' : 'name'}
        options={[
          ['name', t('doctors.sortName')],
          ['soonest', t('doctors.sortSoonest')],
        ]}
        onChoose={(order) => onChange({ isSoonestFirst: order === 'soonest' })}
      />
    </div>
  )
}

interface PillSelectProps {
  /** For screen readers. */
  label: string
  value: string
  /** Shown while nothing is chosen, and the option that takes the choice back. */
  placeholder?: string
  options: (readonly [value: string, name: string])[]
  className?: string
  onChoose: (value: string) => void
}

/** As wide as the chosen option: a select by itself is as wide as its longest one, so it lies unseen above the pill. */
function PillSelect({ label, value, placeholder, options, className, onChoose }: PillSelectProps) {
  const isChosen = placeholder !== undefined && value !== ''
  return (
    <div
      className={classes(
        'relative flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border ps-4 pe-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-action',
        isChosen ? 'border-action bg-tint text-action-strong' : 'border-muted/60 bg-surface hover:border-action',
        className,
      )}
    >
      <span aria-hidden="true">{options.find(([code]) => code === value)?.[1] ?? placeholder}</span>
      <ChevronDown aria-hidden="true" className="size-4 text-brass" />
      <select
        aria-label={label}
        className="select absolute inset-0 size-full cursor-pointer opacity-0"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function specialtiesOf(doctors: PublicDoctor[], { specialty }: Filters) {
  const codes = new Set(doctors.map(({ specialty_code }) => specialty_code))
  return SPECIALTY_CODES.filter((code) => codes.has(code) || code === specialty)
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
  /** Undefined while the doctors are loading. */
  children: ReactNode[] | undefined
}

/** Without anything to choose it keeps its height, so that nothing below it moves. */
const Chips = ({ name, label, className, children }: ChipsProps) =>
  children?.length === 0 ? (
    <div aria-hidden="true" className={classes('min-h-13 max-sm:hidden', className)} />
  ) : (
    <fieldset aria-hidden={!children} className={classes('flex min-w-0 items-start gap-4 py-1 max-sm:hidden', className)}>
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className="shrink-0 text-sm leading-11 text-muted max-lg:min-w-24">
        {label}
      </span>
      <div className="flex flex-wrap gap-2">
        {children ?? ['w-28', 'w-36', 'w-24'].map((width) => <Skeleton key={width} className={`h-11 rounded-full! ${width}`} />)}
      </div>
    </fieldset>
  )
