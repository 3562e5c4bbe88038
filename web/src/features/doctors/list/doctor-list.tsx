// The public list of doctors with a filter, and its loading, empty and error states.
import { SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Arcade } from '../../../components/arcade.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { doctorPath } from '../../../domain/doctor-address.ts'
import { findDoctors } from '../../../domain/find-doctors.ts'
import { type NextSlots, type NextSlotsState, useNextSlots } from '../../../domain/next-slots.ts'
import { isSpecialtyCode, SPECIALTY_NAMES, specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { useSpecialtyTerms } from '../../../domain/use-specialty-terms.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { CARD_PLACE, DoctorCard } from './doctor-card.tsx'
import { DoctorCardSkeleton } from './doctor-card-skeleton.tsx'
import { applyFilters, NO_DOCTOR_FILTERS, PAGE_SIZE, useFilters } from './doctor-filters.ts'
import { DoctorFilters, DoctorSort } from './doctor-filters.tsx'
import { type PublicDoctor, usePublicDoctors } from './public-doctors.ts'

const ComingSoon = lazyPart(() => import('./coming-soon.tsx'))

interface DoctorListProps {
  /** Shown above the search. */
  head: ReactNode
  /** Shown once the list has loaded, so that it never jumps. */
  children: ReactNode
}

export function DoctorList({ head, children }: DoctorListProps) {
  const { t, language } = useI18n()
  const { doctors, areGiven, error, retry } = usePublicDoctors(language)
  const nextSlots = useNextSlots()
  const { filters, change } = useFilters()
  const { terms, load: loadTerms } = useSpecialtyTerms(language)
  const { search } = filters
  useEffect(() => {
    if (search) void loadTerms()
  }, [search, loadTerms])
  const section = useRef<HTMLElement>(null)
  const retryFromHere = () => {
    retry()
    // The button disappears with its message.
    section.current?.focus()
  }
  // The order stays as it was first shown, because cards must not change places under a finger.
  const [order, setOrder] = useState<{ slots: NextSlots | undefined } | undefined>(areGiven ? { slots: nextSlots.slots } : undefined)
  if (!order && (nextSlots.slots ?? nextSlots.hasFailed)) setOrder({ slots: nextSlots.slots })
  if (doctors?.length === 0) {
    return (
      <>
        <Band>{head}</Band>
        <div className={BODY}>
          <Suspense>
            <ComingSoon />
          </Suspense>
        </div>
      </>
    )
  }
  const searched = doctors && findDoctors(doctors, search, language, (doctor) => specialtyName(doctor, t), terms)
  const isOrdered = order !== undefined || !filters.isSoonestFirst
  const found = searched && isOrdered ? applyFilters(searched.doctors, filters, order?.slots) : undefined
  return (
    <>
      <Band>
        {head}
        {/* One line in wide windows. On smaller screens the search has its own line, and on phones the count too. */}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 sm:gap-y-3 noscript:hidden">
          <div onFocus={() => void loadTerms()} className="basis-full max-sm:mb-1 lg:basis-80">
            <SearchField
              label={t('booking.search')}
              placeholder={t('doctors.searchHint')}
              clearLabel={t('doctors.clear')}
              value={search}
              onChange={(value) => change({ search: value })}
            />
          </div>
          {!error && <DoctorFilters doctors={doctors} filters={filters} onChange={change} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-on-night-muted max-sm:-mt-1 max-sm:-mb-2 max-sm:basis-full sm:ms-auto">
            <p aria-live="polite" className={error ? 'sr-only' : ''}>
              {found ? t('doctors.count', { count: found.length }) : !error && t('doctors.loading')}
            </p>
            {!error && <DoctorSort isSoonestFirst={filters.isSoonestFirst} onChange={(isSoonestFirst) => change({ isSoonestFirst })} />}
          </div>
        </div>
      </Band>
      <div className={BODY}>
        <section
          ref={section}
          tabIndex={-1}
          aria-label={t('doctors.title')}
          className={classes('grid grid-cols-1 outline-none', !areGiven && 'noscript:hidden')}
        >
          {error ? (
            <LoadFailed title={t('doctors.loadFailed')} error={error} onRetry={retryFromHere} />
          ) : (
            <Cards
              found={found}
              missing={searched?.missing}
              shown={filters.shown}
              nextSlots={nextSlots}
              onClear={() => change(NO_DOCTOR_FILTERS)}
              onMore={() => change({ shown: filters.shown + PAGE_SIZE })}
            />
          )}
        </section>
        {(doctors !== undefined || error !== undefined) && children}
      </div>
    </>
  )
}

const BODY = 'page grid grid-cols-1 gap-4 pt-4 pb-6 sm:gap-6 sm:pt-8 sm:pb-10'

function Band({ children }: { children: ReactNode }) {
  return (
    <div className="on-night bg-night text-on-night">
      <div className="page relative isolate grid grid-cols-1 gap-4 pt-6 pb-3 sm:gap-6 sm:py-10 lg:pt-14">
        {/* Stands on a line of its own, beside the title. */}
        <Arcade seed="/doctors" className="top-12 h-30.25 w-120 border-b border-brass/45" />
        {children}
      </div>
    </div>
  )
}

const EXPECTED = ['1', '2', '3', '4', '5', '6']

interface CardsProps {
  found: PublicDoctor[] | undefined
  /** The specialty that was searched for, if no doctor has it. */
  missing: string | undefined
  shown: number
  nextSlots: NextSlotsState
  onClear: () => void
  onMore: () => void
}

function Cards({ found, missing, shown, nextSlots, onClear, onMore }: CardsProps) {
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)
  if (found?.length === 0) {
    const known = isSpecialtyCode(missing) ? missing : undefined
    return (
      <EmptyState
        icon={SearchX}
        title={known ? t('find.nobodyYet', { specialty: t(SPECIALTY_NAMES[known]) }) : t('booking.noMatch')}
        text={t(known ? 'find.nobodyYetText' : 'doctors.noMatchText')}
        action={
          <>
            <Button look="secondary" onClick={onClear}>
              {t('doctors.showAll')}
            </Button>
            <ButtonLink to={known ? `/contact?specialty=${known}#write` : '/contact'}>{t('booking.writeUs')}</ButtonLink>
          </>
        }
      />
    )
  }
  const showMore = () => {
    flushSync(onMore)
    // The focus moves to the first added doctor.
    const first = list.current?.children[shown]
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }
  const left = (found?.length ?? 0) - shown
  return (
    <>
      <ul ref={list} className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {found?.slice(0, shown).map((doctor) => (
          <li key={doctor.id} tabIndex={-1} className={classes(CARD_PLACE, 'outline-none')}>
            <DoctorCard doctor={doctor} nextSlots={nextSlots} />
          </li>
        ))}
        {!found &&
          EXPECTED.map((place) => (
            <li key={place} aria-hidden="true" className={CARD_PLACE}>
              <DoctorCardSkeleton />
            </li>
          ))}
      </ul>
      {left > 0 && <OtherDoctors doctors={found?.slice(shown) ?? []} />}
      {left > 0 && (
        <Button look="secondary" className="noscript:hidden mt-6 justify-self-center max-sm:w-full sm:mt-8" onClick={showMore}>
          {t('doctors.showMore', { count: Math.min(left, PAGE_SIZE) })}
        </Button>
      )}
    </>
  )
}

/** Links for readers without scripts, and for robots. */
function OtherDoctors({ doctors }: { doctors: PublicDoctor[] }) {
  const { t } = useI18n()
  return (
    <noscript>
      <ul className="mt-6 grid gap-x-5 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {doctors.map((doctor) => (
          <li key={doctor.id}>
            <Link to={doctorPath(doctor)} className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4">
              {titledName(doctor, t)}
              <span className="text-muted">{specialtyName(doctor, t)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </noscript>
  )
}
