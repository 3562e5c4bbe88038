import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import { scheduleKey } from './queries.ts'

/** What the database takes at once. */
const MAX_MOVED = 50
const MAX_ANSWERED = 100

export interface BulkResult {
  id: string
  /** The name of what went wrong; null if nothing did. */
  error: string | null
}

interface Bulk {
  ids: string[]
  message: string
}

export const useAffected = (doctorId: string) =>
  useQuery({
    queryKey: [...scheduleKey(doctorId), 'affected'],
    queryFn: async () => unwrap(await supabase.rpc('list_affected_appointments', { doctor_id: doctorId })),
  })

const withText = (name: 'message' | 'reason', text: string) => (text.trim() ? { [name]: text.trim() } : {})

/** The earliest ones; the rest stays in the list for another press. */
export async function moveAll({ ids, message }: Bulk): Promise<BulkResult[]> {
  return unwrap(await supabase.rpc('move_to_next_free', { ids: ids.slice(0, MAX_MOVED), ...withText('message', message) }))
}

export async function cancelAll({ ids, message }: Bulk): Promise<BulkResult[]> {
  const cancellation = { ids: ids.slice(0, MAX_ANSWERED), answer: 'cancelled' as const, ...withText('reason', message) }
  return unwrap(await supabase.rpc('answer_appointments', cancellation))
}

export function useBulk(change: (bulk: Bulk) => Promise<BulkResult[]>, onDone: (results: BulkResult[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['schedule'] })
      void client.invalidateQueries({ queryKey: ['appointments'] })
    },
  })
}
