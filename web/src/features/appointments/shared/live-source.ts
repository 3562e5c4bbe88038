// The live changes of appointments that a page subscribes to, and the query keys that each change invalidates.
import type { QueryKey } from '@tanstack/react-query'
import type { LiveMessage, LiveSource } from '../../../lib/data/live.ts'
import { keys } from './keys.ts'

/** The changes that a page needs. 'all' means every appointment that the user may read. */
export type LiveScope = 'all' | { user_id: string | string[] } | { doctor_id: string } | { id: string }

export function liveSource(userId: string, scope: LiveScope): LiveSource {
  const [filter] =
    scope === 'all' ? [] : Object.entries(scope).map(([column, value]: [string, string | string[]]) => filterOf(column, value))
  return { topic: `appointments:${userId}`, rows: [{ table: 'appointments', ...(filter && { filter }) }] }
}

/** One filter for several people, so that one subscription suffices. The policies still decide who may read each row. */
const filterOf = (column: string, value: string | string[]) =>
  Array.isArray(value) && value.length > 1 ? `${column}=in.(${value.join()})` : `${column}=eq.${String(value)}`

/** Returns the keys to invalidate. Without a row the change is unknown, so everything is stale. */
export function staleKeys({ row }: Pick<LiveMessage, 'row'>, userId: string): QueryKey[] {
  const { id, user_id } = row ?? {}
  if (typeof id !== 'string') return [keys.all]
  // Staff also receive changes of appointments outside their own list as a patient, and guardians those of the people they act for.
  return [keys.staff, keys.one(id), user_id === undefined || user_id === userId ? keys.mine(userId) : keys.theirs(userId)]
}
