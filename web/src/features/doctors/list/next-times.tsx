import type { ReactNode } from 'react'
import { ChipClocks, timeChip } from '../../../components/ui/time-chip.tsx'
import { bookingPath, type NextSlot, type NextSlots, type NextSlotsState } from '../../../domain/next-slots.ts'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { listOf } from '../../../lib/languages.ts'
import { useIsHydrated } from '../../../lib/load/use-is-hydrated.ts'
import { Link } from '../../../lib/router/link.tsx'
import { formatDay } from '../../../lib/time/dates.ts'
import { dayName, relativeDay } from '../../../lib/time/day-name.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { browserClock, cityOf, isoDay } from '../../../lib/time/zones.ts'
import { isDoctorsClock, nextDay, readersClock, storedClock } from './next-day.ts'
import { TIMES_GRID, TimesPlace } from './next-times-skeleton.tsx'

interface NextTimesProps {
  doctor: { id: string; timezone: string }
  /** The doctor's name, which screen readers read with every link. */
  name: string
  state: NextSlotsState
  /** Shown while the times load. The landing page needs none, because it shows a doctor only once the times are loaded. */
  placeholder?: ReactNode
}

/** The first day on which a doctor is known to be free, with its times. */
export function useNextDay(doctorId: string, slots: NextSlots | undefined) {
  const now = useNow()
  const clockOf = useClock()
  return nextDay(slots?.byDoctor.get(doctorId) ?? [], now, clockOf)
}

/** The reader's clock. Before hydration, and on the server, only the doctor's clock is known. */
export const useClock = () => (useIsHydrated() ? readersClock : storedClock)

/** Today on the reader's calendar, or before hydration on the doctor's. */
export function useToday(doctorsZone: string) {
  const now = useNow()
  return useIsHydrated() ? browserClock(now).isoDay : isoDay(now, doctorsZone)
}

/** A doctor's next free times as links to booking. Has the same height while it loads and when there are none. */
export function NextTimes({ doctor, name, state: { slots, hasFailed }, placeholder }: NextTimesProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const today = useToday(doctor.timezone)
  const next = useNextDay(doctor.id, slots)
  const areBothShown = next && !next.slots.every((slot) => isDoctorsClock(slot, clockOf))
  const city = cityOf(doctor.timezone, language)
  return (
    <TimesPlace>
      {next ? (
        <div className={TIMES_GRID}>
          {/* Next to the times, the day is as high as the reader's clock and the city as high as the doctor's. 'Aujourd’hui' and 'Tomorrow'
              are the longest days. */}
          <p className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-2 text-sm leading-tight font-medium wrap-normal @min-[17em]:block @min-[17em]:[&:is(:lang(en),:lang(fr))]:tracking-tight @min-[17em]:[&:lang(fr)]:text-xs">
            {dayName(next.day, today, language, t)}
            {(areBothShown || !isHydrated) && (
              <span
                aria-hidden="true"
                className="text-[0.8125rem] leading-tight font-normal text-muted @min-[17em]:block @min-[17em]:whitespace-nowrap"
              >
                {city}
              </span>
            )}
          </p>
          <ul aria-label={t('nextSlots.of', { name })} className="grid three-times gap-2">
            {next.slots.map((slot) => (
              <li key={slot.starts_at} className="flex">
                <TimeLink slot={slot} name={name} day={next.day} today={today} doctorsZone={doctor.timezone} />
              </li>
            ))}
          </ul>
        </div>
      ) : slots ? (
        // A doctor who is not in the response may still have times, which booking shows.
        slots.isComplete && <p className="text-sm text-muted">{t('nextSlots.none')}</p>
      ) : hasFailed ? (
        <p className="text-sm text-muted">{t('nextSlots.failed')}</p>
      ) : (
        placeholder
      )}
    </TimesPlace>
  )
}

interface TimeLinkProps {
  slot: NextSlot
  name: string
  /** The day on the reader's clock. */
  day: string
  today: string
  doctorsZone: string
}

/** The reader's own time first, and the doctor's time below it if it differs. */
function TimeLink({ slot, name, day, today, doctorsZone }: TimeLinkProps) {
  const { t, language } = useI18n()
  const isHydrated = useIsHydrated()
  const clockOf = useClock()
  const doctors = !isDoctorsClock(slot, clockOf) && (
    <>
      {slot.appointment_date !== day && <span className="sr-only">{formatDay(slot.appointment_date, language)} </span>}
      <span className="sr-only">{cityOf(doctorsZone, language)} </span>
      <bdi dir="ltr">{slot.appointment_time}</bdi>
    </>
  )
  return (
    <Link to={bookingPath(slot)} className={classes(timeChip(), 'min-h-13! w-full')}>
      <span className="sr-only">{`${listOf([name, relativeDay(day, today, t) ?? formatDay(day, language), !isHydrated && cityOf(doctorsZone, language)], language)} `}</span>
      <ChipClocks own={clockOf(slot).clock} doctors={doctors} />
    </Link>
  )
}
