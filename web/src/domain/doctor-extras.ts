// Photos and titles of all doctors in one request, for lists that name doctors without loading them.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../lib/data/supabase.ts'
import { unwrap } from '../lib/errors.ts'

export interface DoctorExtras {
  photo_path: string | null
  title: string | null
}

const MAX_DOCTORS = 500

async function listExtras() {
  const doctors = unwrap(
    await supabase
      .from('doctors')
      .select('id, user_id, photo_path, title')
      .or('photo_path.not.is.null,title.not.is.null')
      .order('id')
      .limit(MAX_DOCTORS),
  )
  return new Map<string, DoctorExtras>(
    doctors.flatMap(({ id, user_id, ...extras }) => [id, user_id].flatMap((key) => (key ? [[key, extras] as const] : []))),
  )
}

/** Keyed by the doctor's id and by the id of the doctor's account. Empty until loaded. */
export function useDoctorExtras(isWanted = true): ReadonlyMap<string, DoctorExtras> {
  const { data } = useQuery({
    // Shares its key prefix with the lists of doctors, so a new photo reloads it.
    queryKey: ['doctors', 'extras'],
    queryFn: listExtras,
    enabled: isWanted,
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<string, DoctorExtras> = new Map()
