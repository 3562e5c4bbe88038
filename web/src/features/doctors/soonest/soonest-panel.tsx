// The doctors who are free soonest, with their next times.
import { ArrowRight } from 'lucide-react'
import { OpeningDoor } from '../../../components/door-leaves.tsx'
import { useNextSlots } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { NextTimes } from '../list/next-times.tsx'
import { useListedDoctors } from './listed-doctors.ts'
import { type SoonestOptions, SoonestPending, type SoonestPlace } from './soonest-pending.tsx'

const MAX_SHOWN: Record<SoonestPlace, number> = { doorway: 2, band: 3 }

const LOOKS: Record<SoonestPlace, { section: string; title: string; list: string; item: string; person: string; all: string }> = {
  doorway: {
    // Below the round top there is room for a short line in the middle, then for whole rows.
    section:
      'relative content-between gap-4 bg-surface dark:bg-paper text-ink rounded-t-full px-5 pt-15 pb-3 min-[25rem]:px-7 lg:px-6 lg:pt-24 lg:pb-4 xl:px-9',
    title: 'text-xl mx-auto max-w-64 lg:max-w-80 text-center max-[22.5rem]:text-lg lg:text-2xl',
    list: 'gap-4',
    item: 'border-t border-line pt-4 lg:grid-cols-[1fr_12.5rem] xl:grid-cols-[1fr_13.25rem]',
    person: 'gap-3 min-[22.5rem]:max-lg:gap-4',
    all: 'justify-self-center',
  },
  band: {
    section: 'page gap-4 py-8 transition-opacity duration-200 ease-calm sm:gap-6 lg:py-10 starting:opacity-0',
    title: 'text-2xl sm:text-3xl',
    list: 'gap-5 lg:grid-cols-3 lg:gap-16',
    item: 'content-start gap-y-3 max-lg:border-t max-lg:border-line max-lg:pt-5 max-sm:nth-3:hidden sm:max-lg:grid-cols-[1fr_15rem] lg:relative lg:not-first:before:absolute lg:not-first:before:inset-y-0 lg:not-first:before:-start-8 lg:not-first:before:border-s lg:not-first:before:border-line',
    person: 'gap-4',
    all: 'justify-self-start',
  },
}

export function SoonestPanel({ place, otherwise }: SoonestOptions) {
  const { t } = useI18n()
  const nextSlots = useNextSlots()
  const doctors = useListedDoctors()
  const soonest = [...(nextSlots.slots?.byDoctor.keys() ?? [])]
    .flatMap((id) => doctors?.find((doctor) => doctor.id === id) ?? [])
    .slice(0, MAX_SHOWN[place])
  if (!doctors || !(nextSlots.slots || nextSlots.hasFailed)) return <SoonestPending place={place} otherwise={otherwise} />
  if (soonest.length === 0) return otherwise
  const look = LOOKS[place]
  return (
    <section aria-labelledby="soonest-title" className={classes('grid', look.section)}>
      <h2 id="soonest-title" className={classes('font-display font-semibold', look.title)}>
        {t('nextSlots.title')}
      </h2>
      <ul className={classes('grid', look.list)}>
        {soonest.map((doctor) => {
          const name = titledName(doctor, t)
          return (
            <li key={doctor.id} className={classes('grid items-center gap-x-4 gap-y-2', look.item)}>
              <div className={classes('flex min-w-0 items-center', look.person)}>
                <Portrait doctor={doctor} />
                <div className="min-w-0">
                  <h3 className="leading-snug font-semibold">{name}</h3>
                  <p className="text-sm text-muted">{specialtyName(doctor, t)}</p>
                </div>
              </div>
              <NextTimes doctor={doctor} name={name} state={nextSlots} />
            </li>
          )
        })}
      </ul>
      <Link to="/doctors" className={classes('inline-flex min-h-11 items-center gap-2 font-medium text-action hover:underline', look.all)}>
        {t('nextSlots.allDoctors')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
      {place === 'doorway' && <OpeningDoor />}
    </section>
  )
}
