import { ArrowRight, ChevronDown } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { doctorPath } from '../../../domain/doctor-address.ts'
import type { NextSlotsState } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { SpokenLanguages } from '../../../domain/spoken-language.tsx'
import { TitleAndName } from '../../../domain/title-and-name.tsx'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { Bio } from '../bio.tsx'
import { NextTimes, useNextDay } from './next-times.tsx'
import { NextTimesSkeleton } from './next-times-skeleton.tsx'
import type { PublicDoctor } from './public-doctors.ts'

const DoctorFacts = lazyPart(() => import('./doctor-facts.tsx'))

/**
 * A card spans three rows of the list, so that the same parts of neighbouring cards begin at the same height. On a phone cards have no
 * neighbours.
 */
export const CARD_PLACE = 'sm:row-span-3 sm:grid sm:grid-rows-subgrid'
/** Next to the larger portrait of wide windows, the times begin below the doctor's name. */
export const CARD_LOOK = classes(CARD_PLACE, 'gap-y-3 p-5! max-sm:flex max-sm:flex-col max-sm:p-4! lg:[--beside-times:--spacing(26)]')

/** The times come first, because people look for them. A button unfolds the rest. */
export function DoctorCard({ doctor, nextSlots }: { doctor: PublicDoctor; nextSlots: NextSlotsState }) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const name = titledName(doctor, t)
  return (
    <Card className={CARD_LOOK}>
      <div className="flex items-center gap-4 lg:items-start">
        <Portrait doctor={doctor} size="medium" />
        <div className="min-w-0 lg:pt-1">
          <h2 className="font-display text-xl leading-snug font-semibold wrap-anywhere lg:tracking-[-0.01em]">
            <Link to={doctorPath(doctor)} className="underline-offset-4 hover:text-action hover:underline">
              {/* Cards that stand alone in their line have room for the title beside the name. */}
              <TitleAndName doctor={doctor} className="sm:block sm:font-sans sm:text-sm sm:leading-5 sm:font-normal sm:text-muted" />
            </Link>
          </h2>
          <p className="leading-6 text-muted">{specialtyName(doctor, t)}</p>
          <Languages codes={doctor.languages} />
        </div>
      </div>
      <NextTimes doctor={doctor} name={name} state={nextSlots} placeholder={<NextTimesSkeleton />} />
      <div className="-mb-2.5 max-sm:-mt-1.5 sm:-mb-3 sm:border-t sm:border-line sm:pt-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-muted hover:text-ink"
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('doctors.aboutDoctor')}
            <span className="sr-only"> – {name}</span>
            <ChevronDown aria-hidden="true" className={classes('size-4 text-brass transition-transform', isOpen && 'rotate-180')} />
          </button>
          <BookingLink doctor={doctor} name={name} nextSlots={nextSlots} />
        </div>
        <div id={id} hidden={!isOpen} className="mt-1 grid gap-3 border-t border-line pt-3 pb-4 text-[0.9375rem] text-muted">
          {doctor.bio && (
            <div>
              <Bio text={doctor.bio} writtenIn={doctor.bio_language} />
            </div>
          )}
          {isOpen && (
            <Suspense fallback={<Skeleton className="h-18" />}>
              <DoctorFacts doctor={doctor} />
            </Suspense>
          )}
        </div>
      </div>
    </Card>
  )
}

/** A text link next to bookable times, and a button if there are none. Both have the same height. */
function BookingLink({ doctor: { id }, name, nextSlots }: { doctor: PublicDoctor; name: string; nextSlots: NextSlotsState }) {
  const { t } = useI18n()
  const { slots, hasFailed } = nextSlots
  const hasTimes = Boolean(useNextDay(id, slots))
  const address = `/appointments?doctor=${id}`
  const whose = <span className="sr-only"> – {name}</span>
  if (hasTimes || (!slots && !hasFailed)) {
    return (
      <Link
        to={address}
        className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-action underline-offset-4 hover:underline"
      >
        <span>
          {t('doctors.otherTimes')}
          {whose}
        </span>
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
    )
  }
  return (
    <ButtonLink to={address} look="secondary" className="min-h-11! py-1.5!">
      <span>
        {t('booking.book')}
        {whose}
      </span>
    </ButtonLink>
  )
}

function Languages({ codes }: { codes: string[] }) {
  const { t } = useI18n()
  if (codes.length === 0) return null
  return (
    <p className="text-sm leading-5 text-muted">
      <span className="sr-only">{t('doctors.languages')} </span>
      <SpokenLanguages codes={codes} />
    </p>
  )
}
