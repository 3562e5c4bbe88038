import { ChipClocks, timeChip } from '../../../components/ui/time-chip.tsx'
import { bookingPath, type NextSlot } from '../../../domain/next-slots.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { listOf } from '../../../lib/languages.ts'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { Link } from '../../../lib/router/link.tsx'
import { dayName } from '../../../lib/time/day-name.ts'
import { cityOf } from '../../../lib/time/zones.ts'
import { isDoctorsClock } from '../list/next-day.ts'
import { useClock, useToday } from '../list/next-times.tsx'
import { SLOT_GRID } from './slot-grid-skeleton.tsx'

interface SlotGridProps {
  slots: NextSlot[]
  zone: string
  /** Of the doctor. */
  name: string
}

/** Each time with its day, so that nothing moves when the reader's clock takes the place of the doctor's. */
export function SlotGrid({ slots, zone, name }: SlotGridProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const today = useToday(zone)
  const city = cityOf(zone, language)
  const areBothShown = !slots.every((slot) => isDoctorsClock(slot, clockOf))
  return (
    <div className="grid gap-3">
      <ul aria-label={t('nextSlots.of', { name })} className={SLOT_GRID}>
        {slots.map((slot) => {
          const own = clockOf(slot)
          return (
            <li key={slot.starts_at} className="flex">
              <Link to={bookingPath(slot)} className={classes(timeChip(), 'min-h-19! w-full')}>
                <span className="sr-only">{listOf([name, !isHydrated && city], language)} </span>
                <span className="text-[0.8125rem] text-muted">{dayName(own.isoDay, today, language, t)}</span>
                <ChipClocks
                  own={own.clock}
                  doctors={
                    areBothShown && (
                      <>
                        <span className="sr-only">{city} </span>
                        <bdi dir="ltr">{slot.appointment_time}</bdi>
                      </>
                    )
                  }
                />
              </Link>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-muted">
        {isHydrated && areBothShown ? t('nextSlots.smallClock', { city }) : t('doctors.localTime', { city })}
      </p>
    </div>
  )
}
