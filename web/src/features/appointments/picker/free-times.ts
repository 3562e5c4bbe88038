// A doctor's free days and times, kept as they are in the database while somebody looks at them.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrap } from '../../../lib/errors.ts'
import { type LiveState, useLive } from '../../../lib/live.ts'
import { supabase } from '../../../lib/supabase.ts'
import { useNow } from '../../../lib/use-now.ts'
import { addDays, DEFAULT_ZONE, todayIn } from '../../../lib/zones.ts'
import { keys } from '../keys.ts'

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

/** How many days the week strip shows. */
export const DAYS_AHEAD = 28

async function getFreeDays(doctorId: string, from: string) {
  return unwrap(await supabase.rpc('get_available_days', { doctor_id: doctorId, from_date: from, to_date: addDays(from, DAYS_AHEAD - 1) }))
}

async function getFreeTimes(doctorId: string, day: string): Promise<Slot[]> {
  return unwrap(await supabase.rpc('get_available_slots', { doctor_id: doctorId, on_date: day }))
}

const freeDaysOf = ({ id, timezone }: Pick<PickerDoctor, 'id' | 'timezone'>) =>
  queryOptions({ queryKey: keys.freeDays(id, todayIn(timezone)), queryFn: () => getFreeDays(id, todayIn(timezone)) })

/** The coming days with a free time, the first one first. */
export function useFreeDays(doctor: Pick<PickerDoctor, 'id' | 'timezone'> | undefined) {
  return useQuery({ ...freeDaysOf(doctor ?? { id: '', timezone: DEFAULT_ZONE }), enabled: doctor !== undefined })
}

/** The free times of a day. */
export function useFreeTimes(doctor: PickerDoctor | undefined, day: string | undefined) {
  const now = useNow()
  // A date field takes any date, and a page stays open past midnight.
  const possibleDay = doctor && day && day >= todayIn(doctor.timezone, now) ? day : undefined
  const id = doctor?.id ?? ''
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.freeTimes(id, possibleDay),
    queryFn: () => getFreeTimes(id, possibleDay ?? ''),
    enabled: possibleDay !== undefined,
  })
  return {
    /** Undefined if no day is chosen, or a past one. */
    day: possibleDay,
    /** Undefined while they are not known. */
    slots: possibleDay ? data : [],
    isLoading: possibleDay !== undefined && isPending,
    error,
    refetch,
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
