// The photos of all doctors in one request, for lists that name doctors and do not load them.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../lib/data/supabase.ts'
import { unwrap } from '../lib/errors.ts'

const MAX_PHOTOS = 500

async function listPhotos() {
  const doctors = unwrap(
    await supabase.from('doctors').select('id, user_id, photo_path').not('photo_path', 'is', null).order('id').limit(MAX_PHOTOS),
  )
  return new Map(
    doctors.flatMap(({ id, user_id, photo_path }) => [id, user_id].flatMap((key) => (key ? [[key, photo_path] as const] : []))),
  )
}

/** By the id of the doctor, and by that of the doctor's account. Empty until they are known. */
export function useDoctorPhotos(isWanted = true): ReadonlyMap<string, string | null> {
  const { data } = useQuery({
    // Below the key of all lists of doctors: a new photo reloads it.
    queryKey: ['doctors', 'photos'],
    queryFn: listPhotos,
    enabled: isWanted,
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<string, string | null> = new Map()
