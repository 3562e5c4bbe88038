// What was asked for, kept as it is in the database while somebody looks at it.
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LiveState, useLive } from '../../lib/live.ts'
import type { SignedIn } from '../../lib/session.ts'
import {
  countVisits,
  getOwnDoctor,
  getStats,
  getVisit,
  listPending,
  listRecentVisits,
  listUnclosed,
  listVisits,
  type OwnVisits,
} from './queries.ts'

export const PAGE_SIZE = 50

const VISITS = 'visits'

export const refreshVisits = (client: QueryClient) => client.invalidateQueries({ queryKey: [VISITS] })

/** Asked again by itself: a day ends at another time for each doctor, and nobody announces it. */
export const useStats = () => useQuery({ queryKey: [VISITS, 'stats'], queryFn: getStats, refetchInterval: 60_000 })

export const usePending = (person: SignedIn, most: number) =>
  useQuery({
    queryKey: [VISITS, 'pending', most],
    queryFn: () => listPending(person, most),
    placeholderData: keepPreviousData,
    // Requests leave when their time has come.
    refetchInterval: 60_000,
  })

export const useOwnVisits = (wanted: OwnVisits) =>
  useQuery({ queryKey: [VISITS, 'own', wanted], queryFn: () => listVisits(wanted), placeholderData: keepPreviousData })

export const useUnclosed = (doctorId: string, most: number) =>
  useQuery({
    queryKey: [VISITS, 'unclosed', doctorId, most],
    queryFn: () => listUnclosed(doctorId, most),
    placeholderData: keepPreviousData,
    // Nobody announces that a visit is over.
    refetchInterval: 60_000,
  })

export const useRecentVisits = (doctorId: string) =>
  useQuery({ queryKey: [VISITS, 'recent', doctorId], queryFn: () => listRecentVisits(doctorId) })

export const useVisit = (doctorId: string, id: string) =>
  useQuery({ queryKey: [VISITS, 'one', doctorId, id], queryFn: () => getVisit(doctorId, id) })

export const useVisitCounts = (doctorId: string, today: string) =>
  useQuery({ queryKey: [VISITS, 'counts', doctorId, today], queryFn: () => countVisits(doctorId, today) })

export const useOwnDoctor = (userId: string) => useQuery({ queryKey: ['own-doctor', userId], queryFn: () => getOwnDoctor(userId) })

/** All that the person may see, or one doctor's. */
export function useLiveVisits(doctorId?: string): LiveState {
  const client = useQueryClient()
  const rows = { table: 'appointments', ...(doctorId && { filter: `doctor_id=eq.${doctorId}` }) }
  return useLive({ topic: `visits:${doctorId ?? 'all'}`, rows: [rows] }, () => void refreshVisits(client))
}
