// A doctor's free days and slots, kept in sync with the database while they are shown.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type LiveState, useLive } from '../../../../lib/data/live.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { addDays, DEFAULT_ZONE, todayIn } from '../../../../lib/time/zones.ts'
import { keys } from '../keys.ts'
import { doctorsDays, ownDayOf, type Slot } from './own-days.ts'
import { useSettled } from './use-settled-value.ts'
import { WEEKS, weekOf, weekStart } from './weeks.ts'

export type { Slot } from './own-days.ts'

/** The data of a doctor that choosing a day and a slot needs. */
export interface PickerDoctor {
  id: string
  timezone: string
  /** The duration in minutes. */
  session_duration: number
  /** The type that the slots are for. Undefined for the doctor's first type, or a doctor without types. */
  type_id?: string | undefined
  /** The appointment that is being moved. It keeps its booked length unless another type is chosen. */
  appointment_id?: string | undefined
}

type Sought = Pick<PickerDoctor, 'id' | 'timezone' | 'type_id' | 'appointment_id'>

/** The polling interval of a page without a live channel. */
const REFRESH_MS = 30_000

const NONE: Slot[] = []

type LengthOf = Pick<PickerDoctor, 'type_id' | 'appointment_id'>

const withLength = ({ type_id, appointment_id }: LengthOf) => ({ ...(type_id && { type_id }), ...(appointment_id && { appointment_id }) })

async function getFreeDays(doctorId: string, from: string, length: LengthOf) {
  const to = addDays(weekStart(WEEKS, from), -1)
  return unwrap(await supabase.rpc('get_available_days', { doctor_id: doctorId, from_date: from, to_date: to, ...withLength(length) }))
}

async function getFreeWeek(doctorId: string, from: string, length: LengthOf): Promise<Slot[]> {
  const rows = unwrap(await supabase.rpc('get_available_week', { doctor_id: doctorId, from_date: from, ...withLength(length) }))
  return rows.map(({ day, ...slot }) => ({ ...slot, appointment_date: day }))
}

const freeDaysOf = ({ id, timezone, ...length }: Sought) =>
  queryOptions({
    queryKey: keys.freeDays(id, todayIn(timezone), withLength(length)),
    queryFn: () => getFreeDays(id, todayIn(timezone), length),
  })

/** The doctor's coming days with a free slot, in order. */
export function useFreeDays(doctor: Sought | undefined) {
  return useQuery({ ...freeDaysOf(doctor ?? { id: '', timezone: DEFAULT_ZONE }), enabled: doctor !== undefined })
}

/** Fetches the free slots of seven days at once, so that choosing another of these days shows its slots immediately. */
export function useFreeWeek(doctor: Pick<Sought, 'id' | 'type_id' | 'appointment_id'> | undefined, from: string | undefined) {
  const settled = useSettled(from)
  const { id = '', ...length } = doctor ?? {}
  return useQuery({
    queryKey: keys.freeWeek(id, from ?? '', withLength(length)),
    queryFn: () => getFreeWeek(id, from ?? '', length),
    enabled: doctor !== undefined && from !== undefined && from === settled,
  })
}

/**
 * The free slots during the reader's days from `first` to `last`, at most seven. In different time zones they may span two of the
 * doctor's weeks. The later week is fetched only if `isNeeded` returns true. Without days, the first week is fetched, because it most
 * likely contains the first free day.
 */
export function useFreeSpan(
  doctor: Sought | undefined,
  ownZone: string,
  [first, last]: [string, string] | [],
  isNeeded: (from: string, to: string) => boolean = () => true,
) {
  const now = useNow()
  const timezone = doctor?.timezone ?? DEFAULT_ZONE
  const today = todayIn(timezone, now)
  const [from, to] = first && last ? doctorsDays(first, last, { timezone, ownZone }) : [today, today]
  const startOf = (day: string) => weekStart(Math.max(0, weekOf(day, today)), today)
  const [start, secondStart] = [startOf(from), startOf(to)]
  const hasSecond = secondStart !== start && isNeeded(secondStart, to)
  const one = useFreeWeek(doctor, doctor && start)
  const two = useFreeWeek(doctor, doctor && hasSecond ? secondStart : undefined)
  return {
    one: one.data,
    two: hasSecond ? two.data : NONE,
    secondStart,
    isPending: one.isPending || (hasSecond && two.isPending),
    error: one.error ?? (hasSecond ? two.error : null),
    refetch: () => Promise.all([one.refetch(), ...(hasSecond ? [two.refetch()] : [])]),
  }
}

/** The free slots of one of the reader's days. */
export function useFreeTimes(doctor: PickerDoctor | undefined, day: string | undefined, ownZone: string) {
  const now = useNow()
  // The day may be in the past, because a date field accepts any date and a page may stay open past midnight.
  const possibleDay = doctor && day && day >= todayIn(ownZone, now) ? day : undefined
  const { one, two, isPending, error, refetch } = useFreeSpan(doctor, ownZone, possibleDay ? [possibleDay, possibleDay] : [])
  const slots = useMemo(
    () => (possibleDay ? one && two && [...one, ...two].filter((slot) => ownDayOf(slot, ownZone) === possibleDay) : NONE),
    [one, two, possibleDay, ownZone],
  )
  return {
    /** Undefined if no day or a past day is chosen. */
    day: possibleDay,
    /** Undefined while unknown. */
    slots,
    isLoading: possibleDay !== undefined && isPending,
    error,
    refetch,
  }
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

export const refreshFreeTimes = (client: QueryClient, doctorId: string) => client.invalidateQueries({ queryKey: keys.free(doctorId) })

/** Refetches the slots on every live message, because it only says that something has changed for this doctor. */
export function useLiveFreeTimes(doctorId: string, isLive: boolean): LiveState {
  const client = useQueryClient()
  const source = { topic: `doctor:${doctorId}:slots`, isPrivate: true, events: ['slots_changed'] }
  useEffect(() => {
    if (isLive) return undefined
    const timer = setInterval(() => void refreshFreeTimes(client, doctorId), REFRESH_MS)
    return () => clearInterval(timer)
  }, [client, doctorId, isLive])
  return useLive(isLive ? source : undefined, () => void refreshFreeTimes(client, doctorId))
}
