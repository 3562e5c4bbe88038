import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'

export type OwnDoctor = NonNullable<Awaited<ReturnType<typeof getOwnDoctor>>>

/** Null for a person who has the doctor role but no doctor record yet. */
async function getOwnDoctor(userId: string) {
  const [doctor] = unwrap(await supabase.from('doctors').select('id, timezone, session_duration, cancellation_hours').eq('user_id', userId))
  return doctor ?? null
}

export const useOwnDoctor = (userId: string) => useQuery({ queryKey: ['own-doctor', userId], queryFn: () => getOwnDoctor(userId) })
