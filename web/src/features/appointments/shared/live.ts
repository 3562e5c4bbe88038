// One live channel per person for changes of appointments, whichever page listens.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LiveState, useLive } from '../../../lib/data/live.ts'
import { createRefresher } from '../../../lib/refresher.ts'
import { keys } from './keys.ts'
import { type LiveScope, liveSource, staleKeys } from './live-source.ts'

/** After a change made on this page. */
export const refreshAppointments = (client: QueryClient) => client.invalidateQueries({ queryKey: keys.all })

/** Keeps what the page shows as it is in the database. Does not listen while `scope` is undefined. */
export function useLiveAppointments(userId: string, scope: LiveScope | undefined): LiveState {
  const client = useQueryClient()
  const [refresh] = useState(() => createRefresher(client))
  return useLive(scope && liveSource(userId, scope), (message) => refresh(staleKeys(message, userId)))
}
