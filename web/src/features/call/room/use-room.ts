import { useEffect, useState } from 'react'
import type { Join } from '../active-call.ts'
import { type Room, requestRoom } from '../queries.ts'

export type RoomState = { status: 'connecting' } | { status: 'connected'; room: Room } | { status: 'error'; error: unknown }

/** Requests the room on mount, unless the appointment is over. */
export function useRoom(appointmentId: string, { name, code }: Join, isOver: boolean): RoomState {
  const [state, setState] = useState<RoomState>({ status: 'connecting' })
  useEffect(() => {
    if (isOver) return undefined
    const asking = new AbortController()
    requestRoom(appointmentId, { name, code }, asking.signal).then(
      (room) => !asking.signal.aborted && setState({ status: 'connected', room }),
      (error: unknown) => !asking.signal.aborted && setState({ status: 'error', error }),
    )
    return () => asking.abort()
  }, [appointmentId, name, code, isOver])
  return state
}
