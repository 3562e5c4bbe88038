// Three doctors with their portraits, languages and next times.
import { ArrowRight, BadgeCheck } from 'lucide-react'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { type NextSlotsState, useNextSlots } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { SpokenLanguages } from '../../../domain/spoken-language.tsx'
import { TitleAndName } from '../../../domain/title-and-name.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { NextTimes } from '../list/next-times.tsx'
import { NextTimesSkeleton } from '../list/next-times-skeleton.tsx'
import { FACES_PLACE, FacesPending } from './faces-pending.tsx'
import { type ListedDoctor, useListedDoctors } from './listed-doctors.ts'

const MAX_SHOWN = 3

/** Leaves out as many doctors as the page has shown before, unless too few would be left. */
export default function DoctorFaces({ shownBefore }: { shownBefore: number }) {
  const { t } = useI18n()
  const nextSlots = useNextSlots()
  const doctors = useListedDoctors()
  if (!doctors || !(nextSlots.slots || nextSlots.hasFailed)) return <FacesPending />
  const soonest = [...(nextSlots.slots?.byDoctor.keys() ?? [])].flatMap((id) => doctors.find((doctor) => doctor.id === id) ?? [])
  const others = soonest.length >= shownBefore + MAX_SHOWN ? soonest.slice(shownBefore) : soonest
  // Doctors with a photo come first, because initials say less about a person.
  const faces = others.toSorted((one, other) => Number(!one.photo_path) - Number(!other.photo_path))
  if (others.length === 0) return <Elsewhere />
  return (
    <div className="grid content-between gap-y-6">
      <ul className={FACES_PLACE}>
        {faces.slice(0, MAX_SHOWN).map((doctor) => (
          <li
            key={doctor.id}
            className="grid content-start gap-y-4 lg:content-between max-lg:border-t max-lg:border-line max-lg:pt-6 max-sm:nth-3:hidden sm:max-lg:grid-cols-[1fr_16rem] sm:max-lg:items-center sm:max-lg:gap-x-6 lg:relative lg:not-first:before:absolute lg:not-first:before:inset-y-0 lg:not-first:before:-start-6 lg:not-first:before:border-s lg:not-first:before:border-line"
          >
            <Face doctor={doctor} nextSlots={nextSlots} />
          </li>
        ))}
      </ul>
      <Link to="/doctors" className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-action hover:underline">
        {t('nextSlots.allDoctors')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
    </div>
  )
}

function Face({ doctor, nextSlots }: { doctor: ListedDoctor; nextSlots: NextSlotsState }) {
  const { t } = useI18n()
  const name = titledName(doctor, t)
  const { licence_number: licence, licence_authority: authority, licence_country: country } = doctor
  const inShort = [licence, country].filter(Boolean).join(' · ')
  return (
    <>
      <div className="flex items-start gap-5">
        <Portrait doctor={doctor} size="large" />
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-display text-xl leading-snug font-semibold wrap-anywhere">
            <TitleAndName doctor={doctor} />
          </h3>
          <p className="text-muted">{specialtyName(doctor, t)}</p>
          {doctor.languages.length > 0 && (
            <p className="text-sm leading-5 text-muted">
              <span className="sr-only">{`${t('faces.speaks')}: `}</span>
              <SpokenLanguages codes={doctor.languages} />
            </p>
          )}
          {licence && (
            <p className="flex gap-1.5 text-xs leading-5 text-muted">
              <BadgeCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
              <span className="sr-only">{`${t('faces.licence')}: `}</span>
              {/* The authority that issued the licence is named on the doctor's page. */}
              <bdi className="truncate" {...(authority && { title: authority })}>
                {inShort}
              </bdi>
            </p>
          )}
        </div>
      </div>
      <NextTimes doctor={doctor} name={name} state={nextSlots} placeholder={<NextTimesSkeleton />} />
    </>
  )
}

/** Shown if nobody is free, or if the list cannot be loaded. */
function Elsewhere() {
  const { t } = useI18n()
  return (
    <div className="grid content-start justify-items-start gap-4">
      <p className="max-w-[52ch] text-muted sm:text-lg">{t('faces.none')}</p>
      <ButtonLink to="/doctors" look="secondary">
        {t('nextSlots.allDoctors')}
      </ButtonLink>
    </div>
  )
}
