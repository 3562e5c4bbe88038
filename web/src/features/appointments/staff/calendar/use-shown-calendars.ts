// The doctors whose calendars are shown, their shared time zone, and their week.
import { addDays, isSameClock } from '../../../../lib/time/zones.ts'
import { type CalendarAppointment, useCalendar } from './calendar-query.ts'
import { blocksOn, calendarOf, sharedZone } from './calendars.ts'
import { weekAround } from './days.ts'
import type { Place } from './use-place.ts'

/** The database accepts at most this many doctors per request. */
export const MAX_DOCTORS = 100

/** A doctor whose calendar the reader may open. */
export interface ListedDoctor {
  id: string
  first_name: string
  last_name: string
  title?: string | null
  timezone: string
}

export function useShownCalendars(doctors: ListedDoctor[], ownZone: string, place: Place) {
  const chosen = doctors.filter(({ id }) => place.chosenIds.includes(id))
  const listed = (chosen.length ? chosen : doctors).slice(0, MAX_DOCTORS)
  const clock = clockOfAll(listed, ownZone, `${place.day}T12:00:00Z`)
  const week = weekAround(place.day)
  const days = place.view === 'day' ? [place.day] : week
  // Days in other time zones begin and end at other times, so one more day is fetched on each side.
  const margin = clock.isCommon ? 0 : 1
  const range = {
    doctorIds: listed.map(({ id }) => id),
    from: addDays(week[0] ?? place.day, -margin),
    to: addDays(week.at(-1) ?? place.day, margin),
    withCancelled: place.withCancelled,
  }
  const { data, error, refetch, isPlaceholderData: isLoading } = useCalendar(range)
  const isLoaded = data !== undefined && !isLoading
  const calendars = listed.flatMap(({ id, title = null }) => {
    const doctor = data?.doctors.find((each) => each.id === id)
    return doctor ? [calendarOf({ ...doctor, title }, isLoaded ? data.appointments : [], week, clock.zone)] : []
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
    /** Whether data of the previous week or doctors is still shown while the new data loads. */
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
    /** The instant at which time zones are compared. */
    noon,
    /** Whether every doctor has the same time as this zone. */
    isCommon: doctors.every(({ timezone }) => isSameClock(timezone, zone, noon)),
    /** Whether the reader has the same time as this zone. */
    isOwn: isSameClock(zone, ownZone, noon),
  }
}
