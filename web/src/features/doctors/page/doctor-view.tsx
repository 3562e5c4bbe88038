// The page of one doctor: the person in a doorway, the free times, further details, and other doctors.
import { BadgeCheck } from 'lucide-react'
import { useNextSlots } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { SpokenLanguages } from '../../../domain/spoken-language.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { licenceOf } from '../list/doctor-facts.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'
import { BookingCard, MAX_SLOTS } from './booking-card.tsx'
import { ASIDE, BAND, DETAILS, DOORWAY, PERSON, PLACES } from './doctor-skeleton.tsx'
import { DoctorLine, DoctorText } from './doctor-text.tsx'
import { nearestDoctors } from './nearest-doctors.ts'
import { OtherDoctors } from './other-doctors.tsx'
import { TypeList } from './type-list.tsx'
import { VisitFacts } from './visit-facts.tsx'

/** The number of other doctors whose times are requested, in the same request as this doctor's. */
const MAX_ASKED = 8

/** The number of letters of a name that fits into two or three lines. */
const MAX_NAME = 30

export function DoctorView({ doctor, doctors }: { doctor: PublicDoctor; doctors: PublicDoctor[] }) {
  const { t } = useI18n()
  const others = nearestDoctors(doctor, doctors).slice(0, MAX_ASKED)
  const nextSlots = useNextSlots({ perDoctor: MAX_SLOTS, doctorIds: [doctor, ...others].map(({ id }) => id) })
  const name = titledName(doctor, t)
  return (
    <>
      <article className={PLACES}>
        <header className={BAND}>
          <div className={PERSON}>
            <div className={DOORWAY}>
              <span
                aria-hidden="true"
                className="absolute inset-x-0 -top-3 bottom-0 -z-1 mx-auto rounded-t-full border border-b-0 border-brass/70 max-sm:top-3 max-sm:w-41"
              />
              <Portrait doctor={doctor} size="page" />
            </div>
            <div className="grid min-w-0 content-center gap-3 max-sm:gap-2 max-sm:px-5 max-sm:pt-5 sm:pb-8 lg:pb-10">
              <p className="eyebrow text-muted sm:text-on-night-muted">{specialtyName(doctor, t)}</p>
              <h1 className={classes('page-title wrap-anywhere', name.length > MAX_NAME ? 'text-3xl! sm:text-4xl!' : 'lg:text-[2.75rem]')}>
                {name}
              </h1>
              <DoctorLine doctor={doctor} />
              <Proof doctor={doctor} />
            </div>
          </div>
        </header>
        <div className={ASIDE}>
          <BookingCard doctor={doctor} name={name} state={nextSlots} />
        </div>
        <div className={DETAILS}>
          <DoctorText doctor={doctor} />
          <TypeList doctorId={doctor.id} />
          <VisitFacts />
        </div>
      </article>
      <OtherDoctors doctor={doctor} others={others} state={nextSlots} />
    </>
  )
}

/** The languages and the licence. */
function Proof({ doctor }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const licence = licenceOf(doctor)
  const look = 'sm:border-t sm:border-on-night/15 sm:py-2.5'
  if (!licence && doctor.languages.length === 0) return null
  return (
    <dl className="max-sm:text-muted sm:mt-3 [&_dt]:text-sm [&_dt]:text-on-night-muted max-sm:[&_dt]:sr-only">
      {doctor.languages.length > 0 && (
        <div className={look}>
          <dt>{t('doctors.languages')}</dt>
          <dd>
            <SpokenLanguages codes={doctor.languages} />
          </dd>
        </div>
      )}
      {licence && (
        <div className={look}>
          <dt>{t('doctors.licence')}</dt>
          <dd className="flex gap-2 max-sm:text-sm">
            <BadgeCheck aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brass" />
            <bdi>{licence}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}
