// Doctors to choose from, each with the first day that has a free time.
import { useQuery } from '@tanstack/react-query'
import { Clock, MapPin, Search, UserRoundSearch } from 'lucide-react'
import { useId, useState } from 'react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { localeOf } from '../../lib/languages.ts'
import { specialtyName } from '../../lib/specialties.ts'
import { formatDay, offsetOf, ZONES } from '../../lib/zones.ts'
import type { Doctor } from './queries.ts'
import { freeDaysOf } from './use-free-times.ts'

/** With fewer than this they fit on a screen, and a search would only be in the way. */
const MANY = 7

interface DoctorChoiceProps {
  doctors: Doctor[]
  chosenId: string | undefined
  onChoose: (doctor: Doctor) => void
}

export function DoctorChoice({ doctors, chosenId, onChoose }: DoctorChoiceProps) {
  const { t, language } = useI18n()
  const [wanted, setWanted] = useState('')
  const group = useId()
  const fold = (text: string) => text.toLocaleLowerCase(localeOf(language))
  const matching = doctors.filter(({ first_name, last_name, specialization }) =>
    fold(`${first_name} ${last_name} ${specialtyName(specialization, t)}`).includes(fold(wanted.trim())),
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
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">{t('booking.doctor')}</legend>
      {doctors.length >= MANY && (
        <div className="relative">
          <TextField label={t('booking.search')} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
          <Search aria-hidden="true" className="pointer-events-none absolute end-3 bottom-5 size-4 text-muted" />
        </div>
      )}
      {matching.length === 0 && <p className="text-muted">{t('booking.noMatch')}</p>}
      <div className="grid max-h-[34rem] gap-3 overflow-y-auto p-1 sm:grid-cols-2">
        {matching.map((doctor) => (
          <DoctorCard key={doctor.id} group={group} doctor={doctor} isChosen={doctor.id === chosenId} onChoose={() => onChoose(doctor)} />
        ))}
      </div>
    </fieldset>
  )
}

interface DoctorCardProps {
  group: string
  doctor: Doctor
  isChosen: boolean
  onChoose: () => void
}

function DoctorCard({ group, doctor, isChosen, onChoose }: DoctorCardProps) {
  const { t } = useI18n()
  const zone = ZONES[doctor.timezone]
  return (
    <label
      className={classes(
        'relative grid cursor-pointer content-start gap-1.5 rounded-box border p-4 transition-colors duration-150 ease-calm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action',
        isChosen ? 'border-action bg-tint ring-1 ring-action' : 'border-line bg-surface hover:border-action',
      )}
    >
      <input type="radio" name={group} value={doctor.id} checked={isChosen} onChange={onChoose} className="sr-only" />
      <span className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>
      <span className="text-sm text-action-strong">{specialtyName(doctor.specialization, t)}</span>
      {doctor.bio && <span className="line-clamp-2 text-sm text-muted">{doctor.bio}</span>}
      <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-1.5">
          <MapPin aria-hidden="true" className="size-4 text-brass" />
          {zone ? t(zone) : doctor.timezone} <bdi dir="ltr">({offsetOf(doctor.timezone)})</bdi>
        </span>
        <span className="flex items-center gap-1.5">
          <Clock aria-hidden="true" className="size-4 text-brass" />
          {t('booking.session', { count: doctor.session_duration })}
        </span>
      </span>
      <NextFreeDay doctor={doctor} />
    </label>
  )
}

function NextFreeDay({ doctor }: { doctor: Doctor }) {
  const { t, language } = useI18n()
  const { data, isPending } = useQuery(freeDaysOf(doctor))
  if (isPending) return <Skeleton className="h-5 w-40" />
  // Not worth an alarm of its own: the same question is asked again when the doctor is chosen.
  if (!data) return null
  const [first] = data
  return first ? (
    <span className="text-sm font-medium text-good">{t('booking.nextFree', { day: formatDay(first.day, language, 'short') })}</span>
  ) : (
    <span className="text-sm text-muted">{t('booking.noneFree')}</span>
  )
}
