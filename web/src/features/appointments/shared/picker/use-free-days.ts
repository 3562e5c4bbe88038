// The days with a free slot, in the reader's time zone.
import { useNow } from '../../../../lib/time/use-now.ts'
import { addDays, DEFAULT_ZONE, todayIn } from '../../../../lib/time/zones.ts'
import { type PickerDoctor, type Slot, useFreeDays, useFreeSpan, useFreeWeek } from './free-times.ts'
import { doctorsDays, haveSameDays, nextFreeDay, ownDayOf } from './own-days.ts'
import { weekOf, weekStart } from './weeks.ts'

type Doctor = Pick<PickerDoctor, 'id' | 'timezone' | 'type_id' | 'appointment_id'>

/**
 * The reader's first day after `after` with a free slot. The database counts by the doctor's days. In different time zones the slots of
 * these days decide, which are usually already loaded.
 */
export function useNextFreeDay(doctor: Doctor | undefined, ownZone: string, after: string | undefined) {
  const zones = { timezone: doctor?.timezone ?? DEFAULT_ZONE, ownZone }
  const today = todayIn(zones.timezone, useNow())
  const { data: freeDays = [], isPending } = useFreeDays(doctor)
  const isSame = haveSameDays(zones, today)
  const weekWith = (day: string | undefined) => day && weekStart(weekOf(day, today), today)
  const find = (...known: { from: string | undefined; times: Slot[] | undefined }[]) => {
    if (after === undefined) return {}
    const days = freeDays.map(({ day }) => day)
    if (isSame) return { day: days.find((each) => each > after) }
    const timesOf = (day: string) =>
      known.find(({ from }) => from === weekWith(day))?.times?.filter(({ appointment_date }) => appointment_date === day)
    return nextFreeDay(after, days, timesOf, zones)
  }
  // The first fetched day may have no slots left for the reader. In that case the second request fetches the next one.
  const one = useWeek(doctor, weekWith(find().missing))
  const two = useWeek(doctor, weekWith(find(one).missing))
  return { day: find(one, two).day, isPending: isPending || one.isPending || two.isPending }
}

function useWeek(doctor: Doctor | undefined, from: string | undefined) {
  const { data: times, isPending } = useFreeWeek(doctor, from)
  return { from, times, isPending: from !== undefined && isPending }
}

/** The reader's first day with a free slot. */
export function useFirstFreeDay(doctor: Doctor | undefined, ownZone: string) {
  return useNextFreeDay(doctor, ownZone, addDays(todayIn(ownZone, useNow()), -1))
}

/** The number of free slots on each of the reader's given seven days. Loads their slots too. */
export function useDayCounts(doctor: Doctor, ownZone: string, days: string[]) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const zones = { timezone: doctor.timezone, ownZone }
  const { data: freeDays = [], isPending, isError } = useFreeDays(doctor)
  const isSame = haveSameDays(zones, todayIn(doctor.timezone, useNow()))
  const { one, two, secondStart } = useFreeSpan(doctor, ownZone, [first, last], (from, to) =>
    freeDays.some(({ day }) => day >= from && day <= to),
  )
  /** Undefined while unknown. */
  const countOf = (day: string) => {
    if (isSame) return freeDays.find((each) => each.day === day)?.free_slots ?? 0
    if (!one || (!two && doctorsDays(day, day, zones)[1] >= secondStart)) return undefined
    return [...one, ...(two ?? [])].filter((slot) => ownDayOf(slot, ownZone) === day).length
  }
  return { countOf, isPending, isError }
}
