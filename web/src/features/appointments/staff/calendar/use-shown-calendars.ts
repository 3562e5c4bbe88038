// The doctors whose calendars are shown, the clock that they share, and their week.
import { addDays, isSameClock } from '../../../../lib/time/zones.ts'
import { type CalendarAppointment, useCalendar } from './calendar-query.ts'
import { blocksOn, calendarOf, sharedZone } from './calendars.ts'
import { weekAround } from './days.ts'
import type { Place } from './use-place.ts'

/** As many as the database answers for. */
export const MAX_DOCTORS = 100

/** A doctor whose calendar the reader may open. */
export interface ListedDoctor {
  id: string
  first_name: string
  last_name: string
  timezone: string
}

export function useShownCalendars(doctors: ListedDoctor[], ownZone: string, place: Place) {
  const chosen = doctors.filter(({ id }) => place.chosenIds.includes(id))
  const listed = (chosen.length ? chosen : doctors).slice(0, MAX_DOCTORS)
  const clock = clockOfAll(listed, ownZone, `${place.day}T12:00:00Z`)
  const week = weekAround(place.day)
  const days = place.view === 'day' ? [place.day] : week
  // Days of other clocks begin and end at other times.
  const margin = clock.isCommon ? 0 : 1
  const range = {
    doctorIds: listed.map(({ id }) => id),
    from: addDays(week[0] ?? place.day, -margin),
    to: addDays(week.at(-1) ?? place.day, margin),
    withCancelled: place.withCancelled,
  }
  const { data, error, refetch, isPlaceholderData: isLoading } = useCalendar(range)
  const isLoaded = data !== undefined && !isLoading
  const calendars = listed.flatMap(({ id }) => {
    const doctor = data?.doctors.find((each) => each.id === id)
    return doctor ? [calendarOf(doctor, isLoaded ? data.appointments : [], week, clock.zone)] : []
  })
  return {
    isEverybody: !chosen.length,
    listed,
    clock,
    week,
    days,
    range,
    data,
    error,
    refetch,
    /** Appointments and leave of another week or of other doctors are still shown. */
    isLoading,
    isLoaded,
    calendars,
    blocks: days.flatMap((day) => blocksOn(calendars, day)),
    doctorOf: ({ doctor_id }: CalendarAppointment) => calendars.find(({ doctor }) => doctor.id === doctor_id)?.doctor,
  }
}

export type ShownCalendars = ReturnType<typeof useShownCalendars>

function clockOfAll(doctors: ListedDoctor[], ownZone: string, noon: string) {
  const zone = sharedZone(doctors, ownZone, noon)
  return {
    zone,
    /** The time at which clocks are compared. */
    noon,
    /** Every doctor has this clock. */
    isCommon: doctors.every(({ timezone }) => isSameClock(timezone, zone, noon)),
    /** The reader has this clock. */
    isOwn: isSameClock(zone, ownZone, noon),
  }
}
