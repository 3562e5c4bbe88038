import { ArrowRight } from 'lucide-react'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { doctorPath } from '../../../domain/doctor-address.ts'
import type { NextSlotsState } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { Link } from '../../../lib/router/link.tsx'
import { dayName } from '../../../lib/time/day-name.ts'
import { cityOf } from '../../../lib/time/zones.ts'
import { NextTimes, useClock, useNextDay, useToday } from '../list/next-times.tsx'
import type { PublicDoctor } from '../list/public-doctors.ts'
import { nearestDoctors } from './nearest-doctors.ts'

const MAX_SHOWN = 3

interface OtherDoctorsProps {
  doctor: PublicDoctor
  others: PublicDoctor[]
  state: NextSlotsState
}

/** For patients whom this doctor's times do not suit. Has the same height while the times load. */
export function OtherDoctors({ doctor, others, state }: OtherDoctorsProps) {
  const { t } = useI18n()
  if (others.length === 0) return null
  const nearest = nearestDoctors(doctor, others, [...(state.slots?.byDoctor.keys() ?? [])])
  const shown = nearest.slice(0, MAX_SHOWN)
  // One or two cards stand beside the heading, so that the row is full.
  const isBeside = shown.length < MAX_SHOWN
  return (
    <section
      aria-labelledby="others-title"
      className={classes('page grid gap-5 pt-8 sm:gap-6 sm:pt-10 lg:pt-16', isBeside && 'lg:grid-cols-[1fr_2fr]')}
    >
      <div
        className={classes(
          'flex flex-wrap items-center justify-between gap-x-8 gap-y-1',
          isBeside && 'lg:grid lg:content-start lg:justify-items-start',
        )}
      >
        <h2 id="others-title" className="font-display text-2xl font-semibold">
          {t('doctorPage.others')}
        </h2>
        <Link to="/doctors" className="inline-flex min-h-11 items-center gap-2 font-medium text-action hover:underline">
          {t('nextSlots.allDoctors')}
          <ArrowRight aria-hidden="true" className="mirrored size-4" />
        </Link>
      </div>
      <DoctorTiles doctors={shown} state={state} heading="h3" />
    </section>
  )
}

interface DoctorTilesProps {
  doctors: PublicDoctor[]
  state: NextSlotsState
  heading: 'h2' | 'h3'
}

/** Links to the pages of doctors, each with the doctor's first free time. In wide windows a single doctor's times fill the line. */
export function DoctorTiles({ doctors, state, heading: Heading }: DoctorTilesProps) {
  const { t } = useI18n()
  const isOne = doctors.length === 1
  return (
    <ul className={classes('grid gap-4', !isOne && 'lg:grid-cols-[repeat(auto-fill,minmax(--spacing(80),1fr))] lg:gap-5')}>
      {doctors.map((doctor) => (
        <li key={doctor.id} className="group relative flex items-center gap-4 rounded-box border border-line bg-surface p-4 sm:p-5">
          <Portrait doctor={doctor} size="medium" />
          <div className="grid min-w-0 gap-0.5">
            <Heading className="font-display text-xl leading-snug font-semibold">
              {/* The whole card is the link. */}
              <Link
                to={doctorPath(doctor)}
                className="wrap-anywhere group-hover:text-action after:absolute after:inset-0 after:rounded-box"
              >
                {titledName(doctor, t)}
              </Link>
            </Heading>
            <p className="leading-6 text-muted">{specialtyName(doctor, t)}</p>
            <div className={isOne ? 'lg:hidden' : ''}>
              <FirstTime doctor={doctor} state={state} />
            </div>
          </div>
          {isOne && (
            <div className="relative ms-auto w-83 shrink-0 max-lg:hidden">
              <NextTimes doctor={doctor} name={titledName(doctor, t)} state={state} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function FirstTime({ doctor: { id, timezone }, state: { slots, hasFailed } }: { doctor: PublicDoctor; state: NextSlotsState }) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const today = useToday(timezone)
  const next = useNextDay(id, slots)
  const [first] = next?.slots ?? []
  if (!slots && !hasFailed) return <Skeleton className="mt-1 h-10 w-32" />
  if (!next || !first) return <p className="mt-1 min-h-10 text-sm leading-5 text-muted">{slots && t('nextSlots.none')}</p>
  return (
    <p className="mt-1 text-sm leading-5">
      <span className="block text-muted">{t('doctorPage.firstTime')} </span>
      <span className="block truncate font-medium">
        {dayName(next.day, today, language, t)} <bdi dir="ltr">{clockOf(first).clock}</bdi>
        {!isHydrated && ` (${cityOf(timezone, language)})`}
      </span>
    </p>
  )
}
