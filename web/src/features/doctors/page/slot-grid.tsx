import type { CSSProperties } from 'react'
import { ChipClocks, timeChip } from '../../../components/ui/time-chip.tsx'
import { bookingPath, type NextSlot } from '../../../domain/next-slots.ts'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { type Language, listOf } from '../../../lib/languages.ts'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { Link } from '../../../lib/router/link.tsx'
import { dayTitle, formatDay } from '../../../lib/time/dates.ts'
import { dayName, relativeDay } from '../../../lib/time/day-name.ts'
import { cityOf } from '../../../lib/time/zones.ts'
import { type ClockOf, isDoctorsClock } from '../list/next-day.ts'
import { useClock, useToday } from '../list/next-times.tsx'
import { DAY, DAYS, TIMES } from './slot-grid-skeleton.tsx'

interface SlotGridProps {
  slots: NextSlot[]
  zone: string
  /** The doctor's name. */
  name: string
}

/** A day with as many times as this has room for its full date. */
const MIN_FOR_DATE = 3

/** The times below their days, both on the reader's clock. Before hydration both are on the doctor's. */
export function SlotGrid({ slots, zone, name }: SlotGridProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const today = useToday(zone)
  const city = cityOf(zone, language)
  const areBothShown = !slots.every((slot) => isDoctorsClock(slot, clockOf))
  return (
    <div className="grid gap-3">
      <div className={DAYS}>
        {byDay(slots, clockOf).map(([day, times]) => (
          <div key={day} className={DAY} style={{ '--times': times.length } as CSSProperties}>
            <p className="col-span-full self-end font-medium leading-6">{dayLabel(day, today, times.length, language, t)}</p>
            <ul aria-label={listOf([t('nextSlots.of', { name }), dayName(day, today, language, t)], language)} className={TIMES}>
              {times.map((slot) => (
                <li key={slot.starts_at} className="flex">
                  <Link to={bookingPath(slot)} className={classes(timeChip(), 'min-h-13! w-full')}>
                    <span className="sr-only">{`${listOf([name, dayName(day, today, language, t), !isHydrated && city], language)} `}</span>
                    <ChipClocks
                      own={clockOf(slot).clock}
                      doctors={
                        areBothShown && (
                          <>
                            <span className="sr-only">
                              {listOf([slot.appointment_date !== day && formatDay(slot.appointment_date, language), city], language)}{' '}
                            </span>
                            <bdi dir="ltr">{slot.appointment_time}</bdi>
                          </>
                        )
                      }
                    />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="text-sm text-muted">
        {isHydrated && areBothShown ? t('nextSlots.smallClock', { city }) : t('doctors.localTime', { city })}
      </p>
    </div>
  )
}

/** The times by their day on that clock. */
function byDay(slots: NextSlot[], clockOf: ClockOf) {
  const days = [...new Set(slots.map((slot) => clockOf(slot).isoDay))]
  return days.map((day) => [day, slots.filter((slot) => clockOf(slot).isoDay === day)] as const)
}

/** 'Tomorrow, Friday 20 November', or 'Tomorrow' above few times. */
function dayLabel(day: string, today: string, count: number, language: Language, t: (key: TextKey) => string) {
  if (count < MIN_FOR_DATE) return dayName(day, today, language, t)
  const relative = relativeDay(day, today, t)
  return relative ? listOf([relative, formatDay(day, language, 'coming')], language) : dayTitle(day, language, 'coming')
}
