import { CalendarX2 } from 'lucide-react'
import { ButtonLink } from '../../../components/ui/button.tsx'
import type { NextSlotsState } from '../../../domain/next-slots.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import DoctorFacts from '../list/doctor-facts.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'
import { CARD } from './doctor-skeleton.tsx'
import { SlotGrid } from './slot-grid.tsx'
import { SLOTS_PLACE, SlotGridSkeleton } from './slot-grid-skeleton.tsx'

/** Two lines of three. */
export const MAX_SLOTS = 6

interface BookingCardProps {
  doctor: PublicDoctor
  name: string
  state: NextSlotsState
}

/** The times, the way to book, and the hours. Has the same height while the times load, and without times. */
export function BookingCard({ doctor, name, state: { slots, hasFailed } }: BookingCardProps) {
  const { t } = useI18n()
  const now = useNow()
  const ahead = slots?.byDoctor
    .get(doctor.id)
    ?.filter(({ starts_at }) => new Date(starts_at) > now)
    .slice(0, MAX_SLOTS)
  return (
    <section aria-labelledby="times-title" className={CARD}>
      <h2 id="times-title" className="font-display text-2xl font-semibold">
        {t('nextSlots.title')}
      </h2>
      <div className={SLOTS_PLACE}>
        {ahead && ahead.length > 0 ? (
          <SlotGrid slots={ahead} zone={doctor.timezone} name={name} />
        ) : slots || hasFailed ? (
          <p className="grid grow place-content-center justify-items-center gap-2 rounded-choice bg-tint/60 px-6 py-4 text-center text-balance text-muted">
            <CalendarX2 aria-hidden="true" strokeWidth={1.5} className="size-6 text-brass" />
            {t(slots ? 'nextSlots.none' : 'nextSlots.failed')}
          </p>
        ) : (
          <SlotGridSkeleton />
        )}
      </div>
      <ButtonLink to={`/appointments?doctor=${doctor.id}`} className="max-sm:mt-1 sm:max-lg:col-start-2 sm:max-lg:row-start-3">
        <span>
          {t('booking.book')}
          <span className="sr-only"> – {name}</span>
        </span>
      </ButtonLink>
      <div className="grid gap-2 border-t border-line pt-4 sm:max-lg:row-span-2 sm:max-lg:row-start-2 lg:pt-5">
        <h3 className="text-base font-semibold">{t('doctors.hours')}</h3>
        <DoctorFacts doctor={doctor} hasLicence={false} />
      </div>
    </section>
  )
}
