// Which changes of appointments a page hears of, and what each of them makes stale.
import type { QueryKey } from '@tanstack/react-query'
import type { LiveMessage, LiveSource } from '../../../lib/data/live.ts'
import { keys } from './keys.ts'

/** Which changes a page needs to hear of. 'all' are those of every appointment that the person may read. */
export type LiveScope = 'all' | { user_id: string | string[] } | { doctor_id: string } | { id: string }

export function liveSource(userId: string, scope: LiveScope): LiveSource {
  const [filter] =
    scope === 'all' ? [] : Object.entries(scope).map(([column, value]: [string, string | string[]]) => filterOf(column, value))
  return { topic: `appointments:${userId}`, rows: [{ table: 'appointments', ...(filter && { filter }) }] }
}

/** A filter for several people in one subscription, and so in one channel. The database still decides who may read each row. */
const filterOf = (column: string, value: string | string[]) =>
  Array.isArray(value) && value.length > 1 ? `${column}=in.(${value.join()})` : `${column}=eq.${String(value)}`

/** Without a row nobody knows what has changed, so everything is stale. */
export function staleKeys({ row }: Pick<LiveMessage, 'row'>, userId: string): QueryKey[] {
  const { id, user_id } = row ?? {}
  if (typeof id !== 'string') return [keys.all]
  // A doctor or an admin also hears of appointments that are in no list of theirs as a patient; a guardian of their patients'.
  return [keys.staff, keys.one(id), user_id === undefined || user_id === userId ? keys.mine(userId) : keys.theirs(userId)]
}
