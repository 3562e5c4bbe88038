// The next free times of all doctors in one request, for the list of doctors.
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import { keys } from '../keys.ts'
import type { Slot } from '../picker/free-times.ts'
import type { Doctor } from './doctors.ts'

export interface NextTime extends Slot {
  appointment_date: string
}

/** As many doctors as the database answers for at once. */
const MAX_DOCTORS = 50
const PER_DOCTOR = 3
const REFRESH_MS = 60_000

async function getNextTimes(ids: string[]) {
  const next = new Map<string, NextTime[]>(ids.map((id) => [id, []]))
  const rows = unwrap(await supabase.rpc('get_next_slots', { doctor_ids: ids, per_doctor: PER_DOCTOR }))
  for (const { doctor_id, ...time } of rows) next.get(doctor_id)?.push(time)
  return next
}

/** By the doctor's id. Doctors beyond the first 50 are not in it; their times are shown once they are chosen. */
export function useNextTimes(doctors: Doctor[], isEnabled: boolean) {
  const ids = doctors.slice(0, MAX_DOCTORS).map(({ id }) => id)
  return useQuery({
    queryKey: keys.nextTimes(ids),
    queryFn: () => getNextTimes(ids),
    enabled: isEnabled && ids.length > 0,
    refetchInterval: REFRESH_MS,
  })
}
