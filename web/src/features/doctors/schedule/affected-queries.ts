import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import type { AppError } from '../../../lib/errors.ts'
import { unwrap } from '../../../lib/errors.ts'
import { inParts } from '../../../lib/in-parts.ts'
import { scheduleKey } from './queries.ts'

/** The maximum number of appointments that one press moves. */
export const MAX_MOVED = 50
const MAX_ANSWERED = 100
const MAX_AT_ONCE = 3

export interface BulkResult {
  id: string
  /** The name of the error, or null on success. */
  error: string | null
}

interface Cancellation {
  ids: string[]
  message: string
}

/** A move to the time that the list has proposed. */
export interface Move {
  id: string
  day: string
  time: string
}

export type Affected = Awaited<ReturnType<typeof listAffected>>[number]

async function listAffected(doctorId: string) {
  const rows = unwrap(await supabase.rpc('list_affected_appointments', { doctor_id: doctorId }))
  return rows.map(({ proposed_date, proposed_time, proposed_at, ...row }) => ({
    ...row,
    proposal: proposalOf(proposed_date, proposed_time, proposed_at),
  }))
}

/** The generated types say that columns of a function are never null. */
const proposalOf = (day: string | null, time: string | null, at: string | null) => (day && time && at ? { day, time, at } : undefined)

export const useAffected = (doctorId: string) =>
  useQuery({ queryKey: [...scheduleKey(doctorId), 'affected'], queryFn: () => listAffected(doctorId) })

const withText = (name: 'message' | 'reason', text: string) => (text.trim() ? { [name]: text.trim() } : {})

/** Moves the appointments at once. The mails wait, so that the moves can be undone. */
export const moveAll = ({ moves, message }: { moves: Move[]; message: string }) =>
  oneByOne(moves, async ({ id, day, time }) =>
    unwrap(await supabase.rpc('move_appointment', { appointment_id: id, on_date: day, at_time: time, ...withText('message', message) })),
  )

export const undoAll = (moved: { id: string }[]) =>
  oneByOne(moved, async ({ id }) => unwrap(await supabase.rpc('undo_move', { appointment_id: id })))

export async function cancelAll({ ids, message }: Cancellation) {
  const items = ids.slice(0, MAX_ANSWERED).map((id) => ({ id }))
  const failed = await inParts(items, MAX_AT_ONCE, async (part) =>
    unwrap(
      await supabase.rpc('answer_appointments', {
        ids: part.map(({ id }) => id),
        answer: 'cancelled' as const,
        ...withText('reason', message),
      }),
    ),
  )
  return resultsOf(items, failed)
}

/** Sends a few calls at a time, in the order of the list, so that undoing is quicker than the waiting mails. */
async function oneByOne<Item extends { id: string }>(items: Item[], send: (item: Item) => Promise<unknown>) {
  const lanes = Array.from({ length: MAX_AT_ONCE }, (_, lane) => items.filter((_item, index) => index % MAX_AT_ONCE === lane))
  const failed = await Promise.all(
    lanes.map((lane) =>
      inParts(lane, 1, async (part) => {
        for (const item of part) await send(item)
        return []
      }),
    ),
  )
  return resultsOf(items, new Map(failed.flatMap((each) => [...each])))
}

function resultsOf(items: { id: string }[], failed: Map<string, AppError>): BulkResult[] {
  const [problem] = failed.values()
  if (problem?.reason === 'unreachable' && failed.size === items.length) throw problem
  return items.map(({ id }) => ({ id, error: failed.get(id)?.reason ?? null }))
}

export function useBulk<Request>(
  send: (request: Request) => Promise<BulkResult[]>,
  onDone: (results: BulkResult[], request: Request) => void,
) {
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
