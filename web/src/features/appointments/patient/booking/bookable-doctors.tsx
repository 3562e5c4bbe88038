// The doctors to choose from, sorted by their first free slot, each with their next free slots.
import { type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../components/ui/button.tsx'
import { SearchField } from '../../../../components/ui/search-field.tsx'
import { findDoctors } from '../../../../domain/find-doctors.ts'
import { isSpecialtyCode, SPECIALTY_NAMES, specialtyName } from '../../../../domain/specialties.ts'
import { useSpecialtyTerms } from '../../../../domain/use-specialty-terms.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'
import { cityOf } from '../../../../lib/time/zones.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { DoctorRowsSkeleton, rowsLook } from './booking-skeleton.tsx'
import { CompactRow, DoctorRow } from './doctor-row.tsx'
import type { Doctor } from './doctors.ts'
import { useNextTimes, useSoonestFirst } from './next-times.ts'
import { NextTimesList } from './next-times-list.tsx'
import { SHOWN_AT_ONCE } from './pages.ts'
import { filteredBy, SpecialtyFilter } from './specialty-filter.tsx'

/** Fewer doctors than this fit on a screen without a search field. */
const SEARCH_FROM = 7

interface BookableDoctorsProps {
  doctors: Doctor[]
  chosen: Doctor | undefined
  ownZone: string
  headingRef: Ref<HTMLHeadingElement> | undefined
  /** Whether the booking steps are above the list. On a phone they replace its heading. */
  hasSteps: boolean
  onChoose: (doctor: Doctor) => void
  onChooseTime: (doctor: Doctor, time: Slot) => void
}

export function BookableDoctors({ doctors, chosen, ownZone, headingRef, hasSteps, onChoose, onChooseTime }: BookableDoctorsProps) {
  const { t, language } = useI18n()
  const [wanted, setWanted] = useState('')
  const [specialty, setSpecialty] = useState('')
  const [pages, setPages] = useState(1)
  const soonest = useSoonestFirst()
  const { terms, load: loadTerms } = useSpecialtyTerms(language)
  // A doctor from the address or the draft comes first. One chosen by a click keeps their place.
  const [first, setFirst] = useState(chosen?.id)
  if (first && !chosen) setFirst(undefined)
  const order = (soonest ?? []).filter((id) => id !== first)
  const found = findDoctors(
    inOrder(doctors, first ? [first, ...order] : order),
    wanted,
    language,
    (doctor) => specialtyName(doctor, t),
    terms,
  )
  const matching = found.doctors.filter((doctor) => !specialty || filteredBy(doctor) === specialty)
  // The chosen doctor may be far down the list.
  const placeOfChosen = matching.findIndex(({ id }) => id === chosen?.id)
  const shown = matching.slice(0, Math.max(pages, Math.ceil((placeOfChosen + 1) / SHOWN_AT_ONCE)) * SHOWN_AT_ONCE)
  const left = matching.length - shown.length
  const rows = useRef<HTMLUListElement>(null)
  const showMore = () => {
    flushSync(() => setPages(Math.ceil(shown.length / SHOWN_AT_ONCE) + 1))
    // Moves the focus to the first of the added doctors.
    rows.current?.children[shown.length]?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }
  const missing = isSpecialtyCode(found.missing) ? found.missing : undefined
  const nobody = missing ? t('find.nobodyYet', { specialty: t(SPECIALTY_NAMES[missing]) }) : t('booking.noMatch')
  const hasSearch = doctors.length >= SEARCH_FROM
  // Rows name the doctor's city if its time differs. Once a doctor is chosen, the days name it instead.
  const namesClock = !chosen && doctors.some(({ timezone }) => timezone !== ownZone)
  const next = useNextTimes(shown.map(({ id }) => id))
  return (
    <div className="grid gap-3">
      {/* At full width, heading and count share a row with the search. Otherwise the search is between them. */}
      <div
        className={classes(
          'grid grid-cols-1 items-center gap-2',
          !chosen && 'lg:min-h-12 lg:grid-cols-[minmax(0,1fr)_22rem_auto] lg:content-center lg:gap-y-0',
        )}
      >
        <h3
          ref={headingRef}
          tabIndex={-1}
          className={classes('col-span-full font-medium outline-none', !chosen && 'lg:[grid-area:1/1]', hasSteps && 'max-sm:sr-only')}
        >
          {t('booking.chooseDoctor')}
        </h3>
        {hasSearch && (
          // With large text, the search and the specialties wrap to two lines.
          <div className={classes('col-span-full flex flex-wrap gap-2', !chosen && 'lg:contents')}>
            <div onFocus={() => void loadTerms()} className={classes('min-w-0 flex-[1_1_6em]', !chosen && 'lg:[grid-area:1/2/3]')}>
              <SearchField
                label={t('booking.search')}
                placeholder={t('booking.searchHint')}
                clearLabel={t('booking.clearSearch')}
                value={wanted}
                onChange={(text) => {
                  setWanted(text)
                  setPages(1)
                }}
              />
            </div>
            <div className={classes('max-w-[max(56%,10em)] min-w-0', !chosen && 'lg:max-w-none lg:[grid-area:1/3/3]')}>
              <SpecialtyFilter
                doctors={doctors}
                chosen={specialty}
                onChoose={(wish) => {
                  setSpecialty(wish)
                  setPages(1)
                }}
              />
            </div>
          </div>
        )}
        <div className={classes('col-span-full text-sm text-muted', !chosen && 'lg:[grid-area:2/1]')}>
          <p aria-live="polite" className="inline">
            {matching.length === 0 ? nobody : t('doctors.count', { count: matching.length })}
            {matching.length > 0 && (
              // A phone has no room for this and the note about clocks. The times already show the order.
              <span className={classes(namesClock && 'max-sm:sr-only')}>{` · ${t('booking.soonestFirst')}`}</span>
            )}
          </p>
          {missing && (
            <Link to={`/contact?specialty=${missing}#write`} className="link ms-2 inline-flex min-h-11 items-center">
              {t('booking.writeUs')}
            </Link>
          )}
          {namesClock && matching.length > 0 && (
            <p className="inline before:content-['_·_']">{t('booking.timesOn', { city: cityOf(ownZone, language) })}</p>
          )}
        </div>
      </div>
      {!soonest && <DoctorRowsSkeleton isBeside={chosen !== undefined} />}
      <ul ref={rows} className={classes(rowsLook(chosen !== undefined), 'empty:hidden')}>
        {(soonest ? shown : []).map((doctor) => {
          const times = next.timesOf(doctor.id)
          const row = { doctor, ownZone, firstTime: times?.[0], onChoose: () => onChoose(doctor) }
          const chooseTime = (time: Slot) => onChooseTime(doctor, time)
          return chosen ? (
            <CompactRow key={doctor.id} {...row} isChosen={doctor.id === chosen.id} onChooseTime={chooseTime} />
          ) : (
            <DoctorRow key={doctor.id} {...row}>
              <NextTimesList {...{ doctor, ownZone, times }} isPending={next.isPending} onChoose={chooseTime} />
            </DoctorRow>
          )
        })}
      </ul>
      {soonest && left > 0 && (
        <Button look="secondary" className="justify-self-center max-sm:w-full" onClick={showMore}>
          {t('doctors.showMore', { count: Math.min(left, SHOWN_AT_ONCE) })}
        </Button>
      )}
    </div>
  )
}

/** Moves the doctors with these ids to the front, in that order. The others keep their order. */
function inOrder(doctors: Doctor[], ids: string[]) {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: Doctor) => places.get(id) ?? ids.length
  return doctors.toSorted((one, other) => placeOf(one) - placeOf(other))
}
