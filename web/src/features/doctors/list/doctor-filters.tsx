import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { SpokenLanguage } from '../../../components/spoken-language.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
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

/** Only what at least one doctor has can be chosen. A second press on a chip takes it back. */
export function DoctorFilters({ doctors, filters, onChange }: DoctorFiltersProps) {
  const { t } = useI18n()
  if (!doctors) return <FiltersSkeleton />
  const codes = new Set(doctors.map(({ specialty_code }) => specialty_code))
  const specialties = SPECIALTY_CODES.filter((code) => codes.has(code) || code === filters.specialty)
  const languages = spokenBy(doctors)
  return (
    <div className="grid gap-2">
      {specialties.length > 0 && (
        <Chips label={t('doctors.specialties')}>
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
      )}
      <Chips label={t('doctors.languagesAndOrder')}>
        <Chip isChosen={filters.isSoonestFirst} onPress={() => onChange({ isSoonestFirst: !filters.isSoonestFirst })}>
          {t('doctors.soonestFirst')}
        </Chip>
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
    </div>
  )
}

/** The languages of the site first, in its order. */
function spokenBy(doctors: PublicDoctor[]) {
  const spoken = new Set(doctors.flatMap(({ languages }) => languages))
  return [...LANGUAGES.filter((code) => spoken.has(code)), ...[...spoken].filter((code) => !isLanguage(code)).toSorted()]
}

/** One line that scrolls sideways on phones. */
function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  )
}

function Chip({ isChosen, onPress, children }: { isChosen: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={classes(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 transition-colors duration-150 ease-calm',
        isChosen
          ? 'border-action bg-tint font-medium text-action-strong'
          : 'border-muted/60 bg-surface hover:border-action hover:text-action',
      )}
      onClick={onPress}
    >
      {isChosen && <Check aria-hidden="true" className="-ms-1 size-4" />}
      {children}
    </button>
  )
}

function FiltersSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-2">
      {['specialties', 'languages'].map((row) => (
        <div key={row} className="flex gap-2 overflow-hidden py-1">
          {['w-28', 'w-36', 'w-24'].map((width) => (
            <Skeleton key={width} className={`h-11 rounded-full! ${width}`} />
          ))}
        </div>
      ))}
    </div>
  )
}
