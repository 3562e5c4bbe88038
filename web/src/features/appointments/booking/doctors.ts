// The doctors that can be booked.
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'

export type Doctor = Awaited<ReturnType<typeof listDoctors>>[number]

async function listDoctors() {
  return unwrap(
    await supabase
      .from('doctors')
      .select('id, first_name, last_name, specialization, bio, timezone, session_duration')
      .eq('available', true)
      .order('first_name'),
  )
}

// Below the key of every other list of doctors, so that a change of a doctor refreshes this one too.
export const useDoctors = () => useQuery({ queryKey: ['doctors', 'bookable'], queryFn: listDoctors })
