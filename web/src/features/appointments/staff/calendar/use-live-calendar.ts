// Keeps an open calendar live: changes of appointments, working hours, extra hours and leave.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type LiveState, useLive } from '../../../../lib/data/live.ts'
import { createRefresher } from '../../../../lib/refresher.ts'
import { keys } from '../../shared/keys.ts'
import { type LiveScope, liveSource, staleKeys } from '../../shared/live-source.ts'
import { HOURS_CHANGED, isAbout } from './hours-changed.ts'

/** Does not subscribe while `scope` is undefined. */
export function useLiveCalendar(userId: string, scope: LiveScope | undefined): LiveState {
  const client = useQueryClient()
  const [refresh] = useState(() => createRefresher(client))
  const source = scope && { ...liveSource(userId, scope), topic: 'doctors:hours', isPrivate: true, events: [HOURS_CHANGED] }
  return useLive(source, (message) => {
    if (message.event !== HOURS_CHANGED) refresh(staleKeys(message, userId))
    else if (isAbout(message, scope)) refresh([keys.calendars])
  })
}
