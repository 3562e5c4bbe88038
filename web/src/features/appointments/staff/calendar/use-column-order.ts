// Decides which doctors have a column on a day, and in which order.
import { useState } from 'react'
import { blocksOn, type DoctorCalendar, isBusyOn } from './calendars.ts'

/**
 * With all doctors, only those who work or have an appointment that day get a column; doctors chosen by name always do. Doctors with
 * appointments come first. The order is kept until another day is shown, so that a new booking does not move the columns.
 */
export function useColumnOrder(
  calendars: DoctorCalendar[],
  day: string,
  { isReady, isEverybody }: { isReady: boolean; isEverybody: boolean },
) {
  const [kept, setKept] = useState<{ key: string; ids: string[] }>()
  const working = isEverybody ? calendars.filter((calendar) => isBusyOn(calendar, day)) : calendars
  const shown = working.length ? working : calendars
  const key = [day, ...calendars.map(({ doctor }) => doctor.id)].join(' ')
  if (isReady && kept?.key !== key) {
    const hasAppointments = (calendar: DoctorCalendar) => blocksOn([calendar], day).length > 0
    const ordered = [...shown.filter(hasAppointments), ...shown.filter((calendar) => !hasAppointments(calendar))]
    setKept({ key, ids: ordered.map(({ doctor }) => doctor.id) })
  }
  const placeOf = ({ doctor }: DoctorCalendar) => {
    const place = kept?.ids.indexOf(doctor.id) ?? -1
    return place < 0 ? calendars.length : place
  }
  return shown.toSorted((one, other) => placeOf(one) - placeOf(other))
}
