import { useState } from 'react'
import { useHeartbeat } from './use-heartbeat.ts'
import { watchWaitingRoom } from './waiting-requests.ts'

/** While mounted, waiting patients read that the doctor can see them. */
export function useWatch() {
  const [page] = useState(() => crypto.randomUUID())
  useHeartbeat({ id: page, isOn: true, beat: () => watchWaitingRoom(page), onLeave: 'unwatch_waiting_room' })
}
