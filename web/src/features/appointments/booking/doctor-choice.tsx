// The doctors to choose from, each with the next free day. Once one is chosen, only that one is shown.
import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, Search, UserRoundSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { fold } from '../../../lib/fold.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { cityOf, offsetOf } from '../../../lib/zones.ts'
import { freeDaysOf } from '../picker/free-times.ts'
import type { Doctor } from './doctors.ts'

/** Fewer doctors than this fit on a screen without a search field. */
const SEARCH_FROM = 7

interface DoctorChoiceProps {
  doctors: Doctor[]
  chosen: Doctor | undefined
  onChoose: (doctor: Doctor | undefined) => void
}

export function DoctorChoice({ doctors, chosen, onChoose }: DoctorChoiceProps) {
  const { t, language } = useI18n()
  const [wanted, setWanted] = useState('')
  const heading = useFocusOnChange(chosen?.id)
  const matching = doctors.filter(({ first_name, last_name, specialization }) =>
    fold(`${first_name} ${last_name} ${specialtyName(specialization, t)}`, language).includes(fold(wanted.trim(), language)),
  )
  if (doctors.length === 0) {
    return (
      <EmptyState
        icon={UserRoundSearch}
        title={t('booking.noDoctorsTitle')}
        text={t('booking.noDoctors')}
        action={<ButtonLink to="/#contact">{t('booking.writeUs')}</ButtonLink>}
      />
    )
  }
  if (chosen) {
    return (
      <div className="grid gap-3">
        <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
          {t('booking.doctor')}
        </h3>
        <div className="grid gap-3 rounded-box border border-action bg-tint p-4 sm:flex sm:items-start sm:justify-between">
          <DoctorFacts doctor={chosen} />
          <Button look="secondary" className="shrink-0" onClick={() => onChoose(undefined)}>
            {t('booking.changeDoctor')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
        {t('booking.chooseDoctor')}
      </h3>
      {doctors.length >= SEARCH_FROM && (
        <div className="relative">
          <TextField label={t('booking.search')} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
          <Search aria-hidden="true" className="pointer-events-none absolute end-3 bottom-5 size-4 text-muted" />
        </div>
      )}
      {matching.length === 0 && <p className="text-muted">{t('booking.noMatch')}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {matching.map((doctor) => (
          <li key={doctor.id} className="grid">
            <button
              type="button"
              className="rounded-box border border-line bg-surface p-4 text-start transition-colors duration-150 ease-calm hover:border-action"
              onClick={() => onChoose(doctor)}
            >
              <DoctorFacts doctor={doctor} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The pressed button disappears, so the focus moves to the heading of what replaces it. */
function useFocusOnChange(value: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    heading.current?.focus()
  }, [value])
  return heading
}

function DoctorFacts({ doctor }: { doctor: Doctor }) {
  const { t, language } = useI18n()
  return (
    <span className="grid content-start gap-1.5">
      <span className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>
      <span className="text-sm text-action-strong">{specialtyName(doctor.specialization, t)}</span>
      {doctor.bio && (
        <span dir="auto" className="line-clamp-2 text-sm text-muted">
          {doctor.bio}
        </span>
      )}
      <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-1.5">
          <MapPin aria-hidden="true" className="size-4 text-brass" />
          {cityOf(doctor.timezone, language)} <bdi dir="ltr">({offsetOf(doctor.timezone)})</bdi>
        </span>
        <span className="flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-4 text-brass" />
          {t('booking.session', { count: doctor.session_duration })}
        </span>
      </span>
      <NextFreeDay doctor={doctor} />
    </span>
  )
}

function NextFreeDay({ doctor }: { doctor: Doctor }) {
  const { t, language } = useI18n()
  const { data, isPending } = useQuery(freeDaysOf(doctor))
  if (isPending) return <Skeleton className="h-5 w-40" />
  // A failure is not shown here: the days are loaded again when the doctor is chosen.
  if (!data) return null
  const [first] = data
  return first ? (
    <span className="text-sm font-medium text-good">{t('booking.nextFree', { day: formatDay(first.day, language, 'short') })}</span>
  ) : (
    <span className="text-sm text-muted">{t('booking.noneFree')}</span>
  )
}
