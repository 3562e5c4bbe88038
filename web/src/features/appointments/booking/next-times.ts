// The next free times of the doctors in the list, for as many at once as the database answers for.
import { useQueries } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import { keys } from '../keys.ts'
import type { Slot } from '../picker/free-times.ts'
import { useSettled } from '../picker/use-settled.ts'
import { DOCTORS_PER_PAGE, pagesOf } from './pages.ts'

export interface NextTime extends Slot {
  appointment_date: string
}

const PER_DOCTOR = 3
const REFRESH_MS = 60_000

async function getNextTimes(ids: string[]) {
  const next = new Map<string, NextTime[]>(ids.map((id) => [id, []]))
  const rows = unwrap(await supabase.rpc('get_next_slots', { doctor_ids: ids, per_doctor: PER_DOCTOR }))
  for (const { doctor_id, ...time } of rows) next.get(doctor_id)?.push(time)
  return next
}

/**
 * The times of the doctors that are shown, one request for every fifty of them. Up to fifty doctors are asked for together, whichever
 * of them a search leaves in the list.
 */
export function useNextTimes(all: string[], shown: string[]) {
  const wanted = useSettled(JSON.stringify(pagesOf(all.length <= DOCTORS_PER_PAGE ? all : shown)))
  const pages = JSON.parse(wanted) as string[][]
  return useQueries({
    queries: pages.map((ids) => ({
      queryKey: keys.nextTimes(ids),
      queryFn: () => getNextTimes(ids),
      refetchInterval: REFRESH_MS,
    })),
    combine: (answers) => ({
      /** By the doctor's id. */
      times: new Map(answers.flatMap(({ data }) => [...(data ?? [])])),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  })
}
