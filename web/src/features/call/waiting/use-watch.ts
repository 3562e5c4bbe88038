import { useState } from 'react'
import { useHeartbeat } from './use-heartbeat.ts'
import { watchWaitingRoom } from './waiting-requests.ts'

/** While mounted, patients who wait read that the doctor sees them. */
export function useWatch() {
  const [page] = useState(() => crypto.randomUUID())
  useHeartbeat({ id: page, isOn: true, beat: () => watchWaitingRoom(page), onLeave: 'unwatch_waiting_room' })
}
