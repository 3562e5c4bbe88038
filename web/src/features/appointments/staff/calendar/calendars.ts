// Converts doctors' calendars to one time zone: a column for each doctor, or all of them merged into one week.
import { addDays, instantOf, isSameClock } from '../../../../lib/time/zones.ts'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { clockChangeOn, clockOf, DAY_MINUTES, placeOf } from './days.ts'
import { type Block, blocksByDay, type Day, foldLanes, hoursOn, leaveOn, type Span, sideBySide, without } from './layout.ts'

export interface DoctorCalendar {
  doctor: CalendarDoctor
  days: Day[]
}

/** The time zone of more than half of the doctors, so that most times match the lists. The reader's if there is no such majority. */
export function sharedZone(doctors: { timezone: string }[], ownZone: string, at: string) {
  const onClockOf = (zone: string) => doctors.filter(({ timezone }) => isSameClock(timezone, zone, at)).length
  const [first] = doctors
  if (first && onClockOf(first.timezone) === doctors.length) return first.timezone
  const zones = [ownZone, ...new Set(doctors.map(({ timezone }) => timezone))]
  return zones.find((zone) => onClockOf(zone) > doctors.length / 2) ?? ownZone
}

export function calendarOf(doctor: CalendarDoctor, appointments: CalendarAppointment[], days: string[], zone: string): DoctorCalendar {
  const blocks = blocksByDay(appointments, { id: doctor.id, timezone: zone })
  const hours = onClock(doctor.timezone, zone, days, (day) => hoursOn(doctor, day))
  const leave = onClock(doctor.timezone, zone, days, (day) => leaveOn(doctor, day))
  return {
    doctor,
    days: days.map((day) => ({
      day,
      hours: hours(day),
      leave: leave(day),
      blocks: blocks.get(day) ?? [],
      change: clockChangeOn(day, zone),
    })),
  }
}

/** A time is open if at least one doctor works. One doctor's leave does not close it for the others. */
export function mergedDays(calendars: DoctorCalendar[], days: string[], maxLanes: number): Day[] {
  return days.map((day) => {
    const ofDay = calendars.flatMap((calendar) => calendar.days.filter((each) => each.day === day))
    return {
      day,
      hours: ofDay.flatMap(({ hours, leave }) => without(hours, leave)).toSorted((one, other) => one.from - other.from),
      leave: [],
      ...foldLanes(sideBySide(ofDay.flatMap(({ blocks }) => blocks)), maxLanes),
      change: ofDay[0]?.change,
    }
  })
}

/** Whether the doctor works or has an appointment on that day. */
export function isBusyOn({ days }: DoctorCalendar, day: string) {
  return days.some((each) => each.day === day && (each.blocks.length > 0 || without(each.hours, each.leave).length > 0))
}

/** Converts a day and time from one time zone to another. */
export function placeOnClock(day: string, time: string, from: string, to: string) {
  if (from === to) return { day, time }
  const place = placeOf(instantOf(day, time, from), to)
  return { day: place.day, time: clockOf(place.minute) }
}

export const blocksOn = (calendars: DoctorCalendar[], day: string): Block[] =>
  calendars.flatMap(({ days }) => days.find((each) => each.day === day)?.blocks ?? [])

/** The spans of each day, converted from one time zone to another. A span that then crosses midnight belongs to two days. */
function onClock(from: string, to: string, days: string[], spansOn: (day: string) => Span[]): (day: string) => Span[] {
  if (from === to) return spansOn
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const moved = new Map<string, Span[]>()
  const add = (day: string, span: Span) => moved.set(day, [...(moved.get(day) ?? []), span])
  for (const day of new Set([addDays(first, -1), ...days, addDays(last, 1)]))
    for (const span of spansOn(day)) {
      const start = placeOf(instantOf(day, clockOf(span.from), from), to)
      const end = start.minute + span.to - span.from
      add(start.day, { from: start.minute, to: Math.min(DAY_MINUTES, end) })
      if (end > DAY_MINUTES) add(addDays(start.day, 1), { from: 0, to: end - DAY_MINUTES })
    }
  return (day) => (moved.get(day) ?? []).toSorted((one, other) => one.from - other.from)
}
