// The doctors who are free soonest, with their next times.
import { ArrowRight } from 'lucide-react'
import { OpeningDoor } from '../../../components/door-leaves.tsx'
import { useNextSlots } from '../../../domain/next-slots.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/router/link.tsx'
import { NextTimes } from '../list/next-times.tsx'
import { useListedDoctors } from './listed-doctors.ts'
import { type SoonestOptions, SoonestPending } from './soonest-pending.tsx'

const MAX_SHOWN = 2

export function SoonestPanel({ otherwise }: SoonestOptions) {
  const { t } = useI18n()
  const nextSlots = useNextSlots()
  const doctors = useListedDoctors()
  const soonest = [...(nextSlots.slots?.byDoctor.keys() ?? [])]
    .flatMap((id) => doctors?.find((doctor) => doctor.id === id) ?? [])
    .slice(0, MAX_SHOWN)
  if (!doctors || !(nextSlots.slots || nextSlots.hasFailed)) return <SoonestPending otherwise={otherwise} />
  if (soonest.length === 0) return otherwise
  return (
    // The round top leaves space for a short centred line, and below that for whole rows.
    <section
      aria-labelledby="soonest-title"
      className="lit relative grid content-between gap-4 rounded-t-full bg-surface px-5 pt-15 pb-3 text-ink min-[25rem]:px-7 lg:px-6 lg:pt-24 lg:pb-4 xl:px-9"
    >
      <h2
        id="soonest-title"
        className="mx-auto max-w-64 text-center font-display text-xl font-semibold max-[22.5rem]:text-lg lg:max-w-80 lg:text-2xl"
      >
        {t('nextSlots.title')}
      </h2>
      <ul className="grid gap-4">
        {soonest.map((doctor) => {
          const name = titledName(doctor, t)
          return (
            <li key={doctor.id} className="grid gap-2 border-t border-line pt-4 lg:pt-3">
              <div className="flex min-w-0 items-center gap-3 min-[22.5rem]:max-lg:gap-4">
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
      <Link to="/doctors" className="inline-flex min-h-11 items-center gap-2 justify-self-center font-medium text-action hover:underline">
        {t('nextSlots.allDoctors')}
        <ArrowRight aria-hidden="true" className="mirrored size-4" />
      </Link>
      <OpeningDoor />
    </section>
  )
}
