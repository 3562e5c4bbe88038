// A doctor's free days and times, kept as they are in the database while somebody looks at them.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrap } from '../../../lib/errors.ts'
import { type LiveState, useLive } from '../../../lib/live.ts'
import { supabase } from '../../../lib/supabase.ts'
import { useNow } from '../../../lib/use-now.ts'
import { addDays, DEFAULT_ZONE, todayIn } from '../../../lib/zones.ts'
import { keys } from '../keys.ts'
import { useSettled } from './use-settled.ts'
import { WEEKS, weekOf, weekStart } from './weeks.ts'

/** What choosing a day and a time needs to know about the doctor. */
export interface PickerDoctor {
  id: string
  timezone: string
  /** In minutes. */
  session_duration: number
}

export interface Slot {
  /** On the doctor's clock. */
  appointment_time: string
  starts_at: string
}

/** How often a page without a live channel asks again. */
const REFRESH_MS = 30_000

/** The free times of a week by day. A day without any is not in it. */
type FreeWeek = Partial<Record<string, Slot[]>>

const NONE: Slot[] = []

async function getFreeDays(doctorId: string, from: string) {
  return unwrap(
    await supabase.rpc('get_available_days', { doctor_id: doctorId, from_date: from, to_date: addDays(weekStart(WEEKS, from), -1) }),
  )
}

async function getFreeWeek(doctorId: string, from: string): Promise<FreeWeek> {
  const rows = unwrap(await supabase.rpc('get_available_week', { doctor_id: doctorId, from_date: from }))
  const week: FreeWeek = {}
  for (const { day, ...slot } of rows) (week[day] ??= []).push(slot)
  return week
}

const freeDaysOf = ({ id, timezone }: Pick<PickerDoctor, 'id' | 'timezone'>) =>
  queryOptions({ queryKey: keys.freeDays(id, todayIn(timezone)), queryFn: () => getFreeDays(id, todayIn(timezone)) })

/** The coming days with a free time, the first one first. */
export function useFreeDays(doctor: Pick<PickerDoctor, 'id' | 'timezone'> | undefined) {
  return useQuery({ ...freeDaysOf(doctor ?? { id: '', timezone: DEFAULT_ZONE }), enabled: doctor !== undefined })
}

/** All free times of the seven days from that one in one request, so that changing the day within them shows the times at once. */
export function useFreeWeek(doctorId: string | undefined, from: string | undefined) {
  const settled = useSettled(from)
  return useQuery({
    queryKey: keys.freeWeek(doctorId ?? '', from ?? ''),
    queryFn: () => getFreeWeek(doctorId ?? '', from ?? ''),
    enabled: doctorId !== undefined && from !== undefined && from === settled,
  })
}

/** The free times of a day. */
export function useFreeTimes(doctor: PickerDoctor | undefined, day: string | undefined) {
  const now = useNow()
  const today = doctor && todayIn(doctor.timezone, now)
  // A date field takes any date, and a page stays open past midnight.
  const possibleDay = today && day && day >= today ? day : undefined
  // Without a day the first week is loaded: the first free day will most likely be in it.
  const week = useFreeWeek(doctor?.id, today && weekStart(weekOf(possibleDay ?? today, today), today))
  return {
    /** Undefined if no day is chosen, or a past one. */
    day: possibleDay,
    /** Undefined while they are not known. */
    slots: possibleDay ? week.data && (week.data[possibleDay] ?? NONE) : NONE,
    isLoading: possibleDay !== undefined && week.isPending,
    error: week.error,
    refetch: week.refetch,
  }
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

export const refreshFreeTimes = (client: QueryClient, doctorId: string) => client.invalidateQueries({ queryKey: keys.free(doctorId) })

/** The database only announces that something has changed for this doctor; what has changed is fetched. */
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
