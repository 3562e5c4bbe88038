import { useState } from 'react'
import { watchWaitingRoom } from './requests.ts'
import { useHeartbeat } from './use-heartbeat.ts'

/** While mounted, patients who wait read that the doctor sees them. */
export function useWatch() {
  const [page] = useState(() => crypto.randomUUID())
  useHeartbeat({ id: page, isOn: true, beat: () => watchWaitingRoom(page), onLeave: 'unwatch_waiting_room' })
}
