// The patients who are waiting for a doctor, updated live.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive } from '../../../lib/data/live.ts'
import { inOrder, nextCheckMs, type WaitingPatient } from './status.ts'
import { WAITING_CHANGED, waitingListKey } from './waiting-keys.ts'
import { listWaiting } from './waiting-requests.ts'

const WAITING_SEEN = 'waiting_seen'
const NOBODY: WaitingPatient[] = []

export function useWaitingPatients(doctorId: string) {
  const { data = NOBODY, isSuccess, refetch } = useQuery({ queryKey: waitingListKey(doctorId), queryFn: listWaiting, select: inOrder })
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map())
  useLive({ topic: `doctor:${doctorId}:waiting`, isPrivate: true, events: [WAITING_CHANGED, WAITING_SEEN] }, ({ event, payload }) => {
    const id = event === WAITING_SEEN && idIn(payload)
    if (id) setSeen((before) => new Map(before).set(id, Date.now()))
    else void refetch()
  })
  useEffect(() => {
    const ms = nextCheckMs(data, seen)
    if (ms === undefined) return undefined
    // Refetches when a heartbeat is missing: the patient is gone, or a message was lost.
    const timer = setTimeout(() => void refetch(), ms)
    return () => clearTimeout(timer)
  }, [data, seen, refetch])
  return { patients: data, isLoaded: isSuccess, refetch }
}

function idIn(payload: unknown) {
  if (typeof payload !== 'object' || payload === null || !('appointment_id' in payload)) return undefined
  return typeof payload.appointment_id === 'string' ? payload.appointment_id : undefined
}
