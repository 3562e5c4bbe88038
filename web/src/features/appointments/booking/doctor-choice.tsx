// The doctors to choose from, each with their next free times. Once one is chosen, only one line about them is shown.
import { Clock, MapPin, Search, UserRoundSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Portrait } from '../../../components/portrait.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { TextField } from '../../../components/ui/field.tsx'
import { fold } from '../../../lib/fold.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { cityOf, offsetOf } from '../../../lib/zones.ts'
import type { Doctor } from './doctors.ts'
import { type NextTime, useNextTimes } from './next-times.ts'
import { NextTimes } from './next-times-list.tsx'

/** Fewer doctors than this fit on a screen without a search field. */
const SEARCH_FROM = 7

interface DoctorChoiceProps {
  doctors: Doctor[]
  chosen: Doctor | undefined
  ownZone: string
  onChoose: (doctor: Doctor | undefined) => void
  onChooseTime: (doctor: Doctor, time: NextTime) => void
}

export function DoctorChoice({ doctors, chosen, ownZone, onChoose, onChooseTime }: DoctorChoiceProps) {
  const { t, language } = useI18n()
  const [wanted, setWanted] = useState('')
  const heading = useFocusOnChange(chosen?.id)
  const next = useNextTimes(doctors, !chosen)
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
      <div className="flex items-center justify-between gap-3 rounded-box bg-tint py-1 ps-4 pe-1">
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="sr-only">
            {t('booking.doctor')}
          </h3>
          <p>
            <span className="font-medium">{t('doctor.name', { first: chosen.first_name, last: chosen.last_name })}</span>{' '}
            <span className="text-sm text-muted">{specialtyName(chosen.specialization, t)}</span>
          </p>
        </div>
        <Button
          look="quiet"
          className="shrink-0 px-3! text-action"
          aria-label={t('booking.changeDoctor')}
          onClick={() => onChoose(undefined)}
        >
          {t('booking.change')}
        </Button>
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
      <ul className="divide-y divide-line">
        {matching.map((doctor) => (
          <li key={doctor.id} className="grid gap-2 py-2 first:pt-0">
            <button
              type="button"
              className="-mx-3 rounded-box px-3 py-2 text-start transition-colors duration-150 ease-calm hover:bg-tint"
              onClick={() => onChoose(doctor)}
            >
              <DoctorFacts doctor={doctor} />
            </button>
            <NextTimes
              doctor={doctor}
              ownZone={ownZone}
              times={next.data?.get(doctor.id)}
              isPending={next.isPending}
              onChoose={(time) => onChooseTime(doctor, time)}
            />
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
    heading.current?.focus({ preventScroll: true })
    // The list of doctors was higher than what replaces it, so the next step would start above the window or below it.
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [value])
  return heading
}

function DoctorFacts({ doctor }: { doctor: Doctor }) {
  const { t, language } = useI18n()
  return (
    <span className="flex gap-3">
      <Portrait doctor={doctor} isDecorative />
      <span className="grid min-w-0 content-start gap-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>
          <span className="text-sm text-action-strong">{specialtyName(doctor.specialization, t)}</span>
        </span>
        {doctor.bio && (
          <span dir="auto" className="line-clamp-1 text-sm text-muted rtl:text-right">
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
      </span>
    </span>
  )
}
