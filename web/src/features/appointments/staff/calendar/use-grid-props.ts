// The shared props of the calendar's grids: time zone, each appointment's doctor, and navigation to other days.
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { addDays } from '../../../../lib/time/zones.ts'
import type { Whose } from './appointment-block.tsx'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { doctorsClock } from './doctors-clock.ts'
import { shortNames } from './short-names.ts'
import type { Place } from './use-place.ts'
import type { ShownCalendars } from './use-shown-calendars.ts'

interface Reader {
  now: Date
  isNarrow: boolean
  ownZone: string
}

export function useGridProps({ listed, clock, isLoading, doctorOf }: ShownCalendars, place: Place, { now, isNarrow, ownZone }: Reader) {
  const { t, language } = useI18n()
  const shorts = shortNames(listed, language)
  const isShared = listed.length > 1
  const doctorsClockOf = ({ timezone }: CalendarDoctor, appointment: CalendarAppointment) =>
    clock.isCommon ? undefined : doctorsClock(appointment, timezone, clock.zone, { t, language })
  const whoseOf = (appointment: CalendarAppointment): Whose | undefined => {
    const doctor = doctorOf(appointment)
    if (!doctor) return undefined
    const name = titledName(doctor, t)
    return {
      // In the day view the column's heading names the doctor.
      doctor: place.view === 'week' ? { name, short: shorts.get(doctor.id) ?? '' } : undefined,
      clock: doctorsClockOf(doctor, appointment),
    }
  }
  return {
    /** Whether several doctors are shown. */
    isShared,
    doctorsClockOf,
    basics: {
      zone: clock.zone,
      readersZone: clock.isOwn || isNarrow ? undefined : ownZone,
      now,
      isNarrow,
      isLoading,
      whoseOf: isShared ? whoseOf : undefined,
      onTurn: (by: -1 | 1) => place.showDay(addDays(place.day, place.view === 'day' ? by : by * 7)),
    },
  }
}
