// The next free slots of the doctors in the list, and the order of doctors by their first free slot.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { useSettled } from '../../shared/picker/use-settled-value.ts'
import { DOCTORS_PER_PAGE, pagesOf } from './pages.ts'

/** Slots by doctor id, sorted by each doctor's first slot. */
type TimesOfDoctors = Map<string, Slot[]>

const TIMES_PER_DOCTOR = 3
const REFRESH_MS = 60_000

async function getNextTimes(ids?: string[]) {
  const next: TimesOfDoctors = new Map()
  const rows = unwrap(await supabase.rpc('get_next_slots', { ...(ids && { doctor_ids: ids }), per_doctor: TIMES_PER_DOCTOR }))
  for (const { doctor_id, ...time } of rows) next.set(doctor_id, [...(next.get(doctor_id) ?? []), time])
  return next
}

/** The doctors with the earliest free slots, as many as one request returns. */
export const soonestTimes = queryOptions({ queryKey: keys.soonestTimes, queryFn: () => getNextTimes(), refetchInterval: REFRESH_MS })

export const useSoonestTimes = () => useQuery(soonestTimes)

/**
 * The ids of the doctors with the earliest free slots, in that order. Undefined until known. The order never changes afterwards,
 * because rows must not move while the user reaches for them.
 */
export function useSoonestFirst() {
  const { data, failureCount } = useSoonestTimes()
  // Set in the first render if already loaded, because another order would fetch the times of other doctors.
  const [order, setOrder] = useState(() => data && [...data.keys()])
  if (!order && data) setOrder([...data.keys()])
  // Does not wait for a retry. Without times the list is sorted by name.
  if (!order && !data && failureCount > 0) setOrder([])
  return order
}

/** Whether the list's rows have replaced its skeleton, so that the content below it no longer moves. */
export function useIsListReady() {
  const { data, failureCount } = useSoonestTimes()
  return data !== undefined || failureCount > 0
}

/** The slots of the shown doctors. Those beyond the first fifty are fetched when they appear, fifty per request. */
export function useNextTimes(shown: string[]) {
  const { data: soonest, isPending } = useSoonestTimes()
  const isComplete = soonest && soonest.size < DOCTORS_PER_PAGE
  const missing = soonest && !isComplete ? shown.filter((id) => !soonest.has(id)) : []
  const pages = JSON.parse(useSettled(JSON.stringify(pagesOf(missing)))) as string[][]
  const further = useQueries({
    queries: pages.map((ids) => ({ queryKey: keys.nextTimes(ids), queryFn: () => getNextTimes(ids), refetchInterval: REFRESH_MS })),
    combine: (answers) => ({
      times: new Map(answers.flatMap(({ data }, page) => pages[page]?.map((id) => [id, data && (data.get(id) ?? [])] as const) ?? [])),
      isPending: answers.some((answer) => answer.isPending),
    }),
  })
  return {
    /** Undefined if the doctor's slots are unknown. */
    timesOf: (id: string) => soonest?.get(id) ?? (isComplete ? [] : further.times.get(id)),
    isPending: isPending || further.isPending,
  }
}
