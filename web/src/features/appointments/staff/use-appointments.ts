// What was asked for, kept as it is in the database while somebody looks at it.
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LiveState, useLive } from '../../../lib/live.ts'
import type { SignedIn } from '../../../lib/session.ts'
import {
  countAppointments,
  getAppointment,
  getOwnDoctor,
  getStats,
  listAppointments,
  listPending,
  listRecentAppointments,
  listUnclosed,
  type OwnAppointments,
} from './queries.ts'

export const PAGE_SIZE = 50

const APPOINTMENTS = 'appointments'

export const refreshAppointments = (client: QueryClient) => client.invalidateQueries({ queryKey: [APPOINTMENTS] })

/** Asked again by itself: a day ends at another time for each doctor, and nobody announces it. */
export const useStats = () => useQuery({ queryKey: [APPOINTMENTS, 'stats'], queryFn: getStats, refetchInterval: 60_000 })

export const usePending = (person: SignedIn, most: number) =>
  useQuery({
    queryKey: [APPOINTMENTS, 'pending', most],
    queryFn: () => listPending(person, most),
    placeholderData: keepPreviousData,
    // Requests leave when their time has come.
    refetchInterval: 60_000,
  })

export const useOwnAppointments = (wanted: OwnAppointments) =>
  useQuery({ queryKey: [APPOINTMENTS, 'own', wanted], queryFn: () => listAppointments(wanted), placeholderData: keepPreviousData })

export const useUnclosed = (doctorId: string, most: number) =>
  useQuery({
    queryKey: [APPOINTMENTS, 'unclosed', doctorId, most],
    queryFn: () => listUnclosed(doctorId, most),
    placeholderData: keepPreviousData,
    // Nobody announces that a appointment is over.
    refetchInterval: 60_000,
  })

export const useRecentAppointments = (doctorId: string) =>
  useQuery({ queryKey: [APPOINTMENTS, 'recent', doctorId], queryFn: () => listRecentAppointments(doctorId) })

export const useAppointment = (doctorId: string, id: string) =>
  useQuery({ queryKey: [APPOINTMENTS, 'one', doctorId, id], queryFn: () => getAppointment(doctorId, id) })

export const useAppointmentCounts = (doctorId: string, today: string) =>
  useQuery({ queryKey: [APPOINTMENTS, 'counts', doctorId, today], queryFn: () => countAppointments(doctorId, today) })

export const useOwnDoctor = (userId: string) => useQuery({ queryKey: ['own-doctor', userId], queryFn: () => getOwnDoctor(userId) })

/** All that the person may see, or one doctor's. */
export function useLiveAppointments(doctorId?: string): LiveState {
  const client = useQueryClient()
  const rows = { table: 'appointments', ...(doctorId && { filter: `doctor_id=eq.${doctorId}` }) }
  return useLive({ topic: `appointments:${doctorId ?? 'all'}`, rows: [rows] }, () => void refreshAppointments(client))
}
