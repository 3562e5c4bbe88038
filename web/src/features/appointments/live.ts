// One live channel per person for changes of appointments, whichever page listens.
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type LiveMessage, type LiveSource, type LiveState, useLive } from '../../lib/live.ts'
import { keys } from './keys.ts'

/** Which changes a page needs to hear of. 'all' are those of every appointment that the person may read. */
export type LiveScope = 'all' | { user_id: string } | { doctor_id: string } | { id: string }

export function liveSource(userId: string, scope: LiveScope): LiveSource {
  const [filter] = scope === 'all' ? [] : Object.entries(scope).map(([column, value]) => `${column}=eq.${value}`)
  return { topic: `appointments:${userId}`, rows: [{ table: 'appointments', ...(filter && { filter }) }] }
}

/** What a message makes stale. Without a row nobody knows what has changed, so everything is. */
export function staleKeys({ row }: Pick<LiveMessage, 'row'>, userId: string): QueryKey[] {
  const { id, user_id } = row ?? {}
  if (typeof id !== 'string') return [keys.all]
  // A doctor or an admin also hears of other people's appointments, which are not in their own list as a patient.
  return [keys.staff, keys.one(id), ...(user_id === undefined || user_id === userId ? [keys.mine(userId)] : [])]
}

/** After a change made on this page. */
export const refreshAppointments = (client: QueryClient) => client.invalidateQueries({ queryKey: keys.all })

/** Keeps what the page shows as it is in the database. Does not listen while `scope` is undefined. */
export function useLiveAppointments(userId: string, scope: LiveScope | undefined): LiveState {
  const client = useQueryClient()
  return useLive(scope && liveSource(userId, scope), (message) => {
    for (const queryKey of staleKeys(message, userId)) void client.invalidateQueries({ queryKey })
  })
}
