// The next free times of the doctors in the list, and who is free soonest.
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { useSettled } from '../../shared/picker/use-settled-value.ts'
import { DOCTORS_PER_PAGE, pagesOf } from './pages.ts'

/** By the doctor's id, in the order of the doctors' first times. */
type TimesOfDoctors = Map<string, Slot[]>

const TIMES_PER_DOCTOR = 3
const REFRESH_MS = 60_000

async function getNextTimes(ids?: string[]) {
  const next: TimesOfDoctors = new Map()
  const rows = unwrap(await supabase.rpc('get_next_slots', { ...(ids && { doctor_ids: ids }), per_doctor: TIMES_PER_DOCTOR }))
  for (const { doctor_id, ...time } of rows) next.set(doctor_id, [...(next.get(doctor_id) ?? []), time])
  return next
}

/** The doctors who are free soonest, as many as one request answers for. */
export const soonestTimes = queryOptions({ queryKey: keys.soonestTimes, queryFn: () => getNextTimes(), refetchInterval: REFRESH_MS })

export const useSoonestTimes = () => useQuery(soonestTimes)

/**
 * The ids of the doctors who are free soonest, in that order. Undefined until it is known. It stays as it was at first, because a list
 * that changes its order would move under the finger.
 */
export function useSoonestFirst() {
  const { data, failureCount } = useSoonestTimes()
  // From the first frame on if it is known by then: another order would ask for the times of other doctors.
  const [order, setOrder] = useState(() => data && [...data.keys()])
  if (!order && data) setOrder([...data.keys()])
  // Nobody waits for a second attempt: without times the list has the order of the names.
  if (!order && !data && failureCount > 0) setOrder([])
  return order
}

/** Whether the rows of the list stand in place of its skeleton, so that what is below it has its place too. */
export function useIsListReady() {
  const { data, failureCount } = useSoonestTimes()
  return data !== undefined || failureCount > 0
}

/** The times of the doctors that are shown. Those beyond the first fifty are asked for as they appear, fifty in one request. */
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
    /** Undefined if they are not known. */
    timesOf: (id: string) => soonest?.get(id) ?? (isComplete ? [] : further.times.get(id)),
    isPending: isPending || further.isPending,
  }
}
