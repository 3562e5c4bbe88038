import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { inParts } from '../../../lib/in-parts.ts'
import { supabase } from '../../../lib/supabase.ts'
import { scheduleKey } from './queries.ts'

/** What one press changes at most, and one call. */
const MAX_MOVED = 50
const MAX_ANSWERED = 100
const MAX_AT_ONCE = 3

export interface BulkResult {
  id: string
  /** The name of what went wrong; null if nothing did. */
  error: string | null
}

interface Bulk {
  ids: string[]
  message: string
}

export type Affected = Awaited<ReturnType<typeof listAffected>>[number]

const listAffected = async (doctorId: string) => unwrap(await supabase.rpc('list_affected_appointments', { doctor_id: doctorId }))

export const useAffected = (doctorId: string) =>
  useQuery({ queryKey: [...scheduleKey(doctorId), 'affected'], queryFn: () => listAffected(doctorId) })

const withText = (name: 'message' | 'reason', text: string) => (text.trim() ? { [name]: text.trim() } : {})

/** The earliest ones; the rest stays in the list for another press. */
export const moveAll = ({ ids, message }: Bulk) =>
  change(ids.slice(0, MAX_MOVED), async (part) =>
    unwrap(await supabase.rpc('move_to_next_free', { ids: part, ...withText('message', message) })),
  )

export const cancelAll = ({ ids, message }: Bulk) =>
  change(ids.slice(0, MAX_ANSWERED), async (part) =>
    unwrap(await supabase.rpc('answer_appointments', { ids: part, answer: 'cancelled' as const, ...withText('reason', message) })),
  )

async function change(ids: string[], send: (ids: string[]) => Promise<BulkResult[]>): Promise<BulkResult[]> {
  const items = ids.map((id) => ({ id }))
  const failed = await inParts(items, MAX_AT_ONCE, (part) => send(part.map(({ id }) => id)))
  const [problem] = failed.values()
  if (problem?.reason === 'unreachable' && failed.size === ids.length) throw problem
  return ids.map((id) => ({ id, error: failed.get(id)?.reason ?? null }))
}

export function useBulk(send: (bulk: Bulk) => Promise<BulkResult[]>, onDone: (results: BulkResult[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['schedule'] })
      void client.invalidateQueries({ queryKey: ['appointments'] })
    },
  })
}
