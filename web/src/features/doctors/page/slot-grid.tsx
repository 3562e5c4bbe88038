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
import { TIMES } from './slot-grid-skeleton.tsx'

interface SlotGridProps {
  slots: NextSlot[]
  zone: string
  /** The doctor's name. */
  name: string
}

/** The number of times in one line. */
const IN_LINE = 3

/**
 * One day in two lines, or two days in one line each, which are as high. Day and times are on the reader's clock, and before hydration on the
 * doctor's.
 */
export function SlotGrid({ slots, zone, name }: SlotGridProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const today = useToday(zone)
  const city = cityOf(zone, language)
  const areBothShown = !slots.every((slot) => isDoctorsClock(slot, clockOf))
  const days = shownDays(slots, clockOf)
  const areTwo = days.length > 1
  return (
    <>
      <div className="flex min-h-36 flex-col justify-between">
        {days.map(([day, times]) => (
          <div
            key={day}
            className={
              areTwo
                ? 'grid grid-cols-[5.75rem_minmax(0,1fr)] items-center gap-2 not-first:border-t not-first:border-line not-first:pt-4'
                : 'grid gap-2'
            }
          >
            <p className="font-medium leading-6">{areTwo ? dayName(day, today, language, t) : dayLabel(day, today, language, t)}</p>
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
      <p className="text-sm leading-5 text-muted">
        {isHydrated && areBothShown ? t('nextSlots.smallClock', { city }) : t('doctors.localTime', { city })}
      </p>
    </>
  )
}

/** The first day, and if it does not fill a second line, the next one. */
function shownDays(slots: NextSlot[], clockOf: ClockOf) {
  const dayOf = (slot: NextSlot) => clockOf(slot).isoDay
  const [first = '', second] = new Set(slots.map(dayOf))
  const timesOn = (day: string) => slots.filter((slot) => dayOf(slot) === day)
  const times = timesOn(first)
  if (!second || times.length > IN_LINE) return [[first, times]] as const
  return [[first, times] as const, [second, timesOn(second).slice(0, IN_LINE)] as const]
}

/** 'Tomorrow, Friday 20 November'. */
function dayLabel(day: string, today: string, language: Language, t: (key: TextKey) => string) {
  const relative = relativeDay(day, today, t)
  return relative ? listOf([relative, formatDay(day, language, 'coming')], language) : dayTitle(day, language, 'coming')
}
