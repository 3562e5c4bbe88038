// One live channel per user for changes of appointments, shared by all pages.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LiveState, useLive } from '../../../lib/data/live.ts'
import { createRefresher } from '../../../lib/refresher.ts'
import { keys } from './keys.ts'
import { type LiveScope, liveSource, staleKeys } from './live-source.ts'

/** Call this after a change made on this page. */
export const refreshAppointments = (client: QueryClient) => client.invalidateQueries({ queryKey: keys.all })

/** Keeps the page in sync with the database. Does not subscribe while `scope` is undefined. */
export function useLiveAppointments(userId: string, scope: LiveScope | undefined): LiveState {
  const client = useQueryClient()
  const [refresh] = useState(() => createRefresher(client))
  return useLive(scope && liveSource(userId, scope), (message) => refresh(staleKeys(message, userId)))
}
