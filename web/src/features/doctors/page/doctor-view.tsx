// The page of one doctor: the person, the free times, and further details.
import { ButtonLink } from '../../../components/ui/button.tsx'
import { useNextSlots } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { SpokenLanguages } from '../../../domain/spoken-language.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { Bio } from '../bio.tsx'
import DoctorFacts from '../list/doctor-facts.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'
import { SlotGrid } from './slot-grid.tsx'
import { SlotGridSkeleton } from './slot-grid-skeleton.tsx'
import { TypeList } from './type-list.tsx'
import { VisitFacts } from './visit-facts.tsx'

/** The slots fill one line, or two on phones. */
const MAX_SLOTS = 6

export function DoctorView({ doctor }: { doctor: PublicDoctor }) {
  const { t } = useI18n()
  const { bio } = doctor
  const name = titledName(doctor, t)
  return (
    // Two bands in wide windows: the person with the free times, and below both the details, whose length is unknown.
    <article className="grid gap-x-16 gap-y-6 sm:gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-y-12">
      {/* The doorway stands on a floor that is wider than itself. */}
      <div className="grid content-start justify-items-center border-b border-brass lg:self-start">
        <Portrait doctor={doctor} size="page" />
      </div>
      <div className="grid min-w-0 content-start gap-7 sm:gap-10 lg:gap-8">
        <header className="grid gap-3">
          <p className="eyebrow text-muted">{specialtyName(doctor, t)}</p>
          <h1 className="page-title wrap-anywhere">{name}</h1>
          <Languages codes={doctor.languages} />
        </header>
        <Times doctor={doctor} name={name} />
      </div>
      <div className="grid min-w-0 gap-y-7 sm:gap-y-10 lg:col-span-2 lg:grid-cols-subgrid lg:border-t lg:border-line lg:pt-10">
        <div className="grid min-w-0 content-start gap-7 sm:gap-10 lg:col-start-2">
          {bio && (
            <section aria-labelledby="about-title" className="grid max-w-[65ch] gap-3">
              <h2 id="about-title" className="font-display text-2xl font-semibold">
                {t('doctors.aboutDoctor')}
              </h2>
              <div className="wrap-anywhere sm:text-lg">
                <Bio text={bio} writtenIn={doctor.bio_language} />
              </div>
            </section>
          )}
          <TypeList doctorId={doctor.id} />
          <VisitFacts />
        </div>
        {/* Below the portrait if there are two columns, and at the end if there is one. */}
        <section
          aria-labelledby="hours-title"
          className="grid content-start gap-3 self-start lg:sticky lg:top-28 lg:col-start-1 lg:row-start-1"
        >
          <h2 id="hours-title" className="font-display text-2xl font-semibold">
            {t('doctors.hours')}
          </h2>
          <DoctorFacts doctor={doctor} />
        </section>
      </div>
    </article>
  )
}

/** Has the same height while the times load. */
function Times({ doctor, name }: { doctor: PublicDoctor; name: string }) {
  const { t } = useI18n()
  const { slots, hasFailed } = useNextSlots({ perDoctor: MAX_SLOTS, doctorId: doctor.id })
  const now = useNow()
  const ahead = slots?.byDoctor
    .get(doctor.id)
    ?.filter(({ starts_at }) => new Date(starts_at) > now)
    .slice(0, MAX_SLOTS)
  return (
    <section aria-labelledby="times-title" className="grid gap-4 lg:rounded-box lg:border lg:border-line lg:bg-surface lg:p-8">
      <h2 id="times-title" className="font-display text-2xl font-semibold">
        {t('nextSlots.title')}
      </h2>
      {ahead && ahead.length > 0 ? (
        <SlotGrid slots={ahead} zone={doctor.timezone} name={name} />
      ) : slots || hasFailed ? (
        <p className="text-muted">{t(slots ? 'nextSlots.none' : 'nextSlots.failed')}</p>
      ) : (
        <SlotGridSkeleton />
      )}
      <ButtonLink to={`/appointments?doctor=${doctor.id}`} className="mt-2 sm:justify-self-start">
        <span>
          {t('booking.book')}
          <span className="sr-only"> – {name}</span>
        </span>
      </ButtonLink>
    </section>
  )
}

function Languages({ codes }: { codes: string[] }) {
  const { t } = useI18n()
  if (codes.length === 0) return null
  return (
    <p className="text-muted sm:text-lg">
      <span className="sr-only">{t('doctors.languages')} </span>
      <SpokenLanguages codes={codes} />
    </p>
  )
}
