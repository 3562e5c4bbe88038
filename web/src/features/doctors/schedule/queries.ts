// When doctors work: settings, weeks and leaves.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { type LiveState, useLive } from '../../../lib/live.ts'
import { supabase } from '../../../lib/supabase.ts'
import type { StoredWindow } from './week.ts'

type Tables = Database['public']['Tables']
export type Settings = Pick<Tables['doctors']['Row'], 'session_duration' | 'cancellation_hours' | 'timezone'>
export type ScheduleDoctor = Settings & Pick<Tables['doctors']['Row'], 'id'>
export type LeaveDraft = Pick<Tables['doctor_leave']['Row'], 'doctor_id' | 'leave_date' | 'start_time' | 'end_time' | 'reason'>
export type Leave = Awaited<ReturnType<typeof listLeaves>>[number]
type OpenRow = Awaited<ReturnType<typeof listOpenAppointments>>[number]
/** Of somebody whose profile may not be read there is no name. */
export type OpenAppointment = Omit<OpenRow, 'patient'> & { patient: OpenRow['patient'] | null }

/** A refusal may also be silence: nothing was changed. */
export async function saveSettings(doctorId: string, settings: Settings) {
  const changed = unwrap(await supabase.from('doctors').update(settings).eq('id', doctorId).select('id'))
  if (changed.length === 0) throw new AppError('42501')
}

const WINDOW = 'day_of_week, start_time, end_time, is_available'

export async function listWindows(doctorId: string) {
  return unwrap(await supabase.from('doctor_availability').select(WINDOW).eq('doctor_id', doctorId).order('day_of_week'))
}

export async function listAllWindows() {
  return unwrap(await supabase.from('doctor_availability').select(`doctor_id, ${WINDOW}`).order('day_of_week').order('start_time'))
}

/** The whole week or nothing of it. */
export async function saveWeek(doctorId: string, windows: StoredWindow[]) {
  return unwrap(await supabase.rpc('save_working_hours', { doctor_id: doctorId, windows: windows.map((window) => ({ ...window })) }))
}

/** Of one doctor, or all that the reader may see. */
export async function listLeaves(doctorId?: string) {
  const all = supabase.from('doctor_leave').select('id, doctor_id, leave_date, start_time, end_time, reason').order('leave_date')
  return unwrap(await (doctorId ? all.eq('doctor_id', doctorId) : all))
}

export async function addLeave(leave: LeaveDraft) {
  unwrap(await supabase.from('doctor_leave').insert(leave))
}

/** One that is gone already is as good as removed. */
export async function removeLeave(id: string) {
  unwrap(await supabase.from('doctor_leave').delete().eq('id', id))
}

/** Asked for or confirmed, and not over: what a leave can get in the way of. */
export async function listOpenAppointments(doctorId: string) {
  return unwrap(
    await supabase
      .from('appointments')
      .select('id, starts_at, ends_at, status, patient:profiles (first_name, last_name)')
      .eq('doctor_id', doctorId)
      .in('status', ['pending', 'confirmed'])
      .gt('ends_at', new Date().toISOString())
      .order('starts_at'),
  )
}

const scheduleKey = (doctorId: string) => ['schedule', doctorId]
const ALL = 'all'

export const useWindows = (doctorId: string) =>
  useQuery({ queryKey: [...scheduleKey(doctorId), 'windows'], queryFn: () => listWindows(doctorId) })

export const useLeaves = (doctorId?: string) =>
  useQuery({ queryKey: [...scheduleKey(doctorId ?? ALL), 'leaves'], queryFn: () => listLeaves(doctorId) })

export const useOpenAppointments = (doctorId: string) =>
  useQuery({
    queryKey: [...scheduleKey(doctorId), 'appointments'],
    queryFn: () => listOpenAppointments(doctorId),
    enabled: doctorId !== '',
  })

export const useAllWindows = () =>
  useQuery({ queryKey: [...scheduleKey(ALL), 'windows'], queryFn: listAllWindows, refetchOnMount: 'always' })

/** The zone decides what today is on every list of the page: all of them are asked for again. */
export function useSaveSettings(doctorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: Settings) => saveSettings(doctorId, settings),
    onSuccess: () => void client.invalidateQueries(),
  })
}

/** What was saved is shown without asking again. */
export function useSaveWeek(doctorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (windows: StoredWindow[]) => saveWeek(doctorId, windows),
    onSuccess: (saved) => client.setQueryData([...scheduleKey(doctorId), 'windows'], saved),
  })
}

export function useChangeLeaves<Change>(change: (what: Change) => Promise<void>) {
  const client = useQueryClient()
  // Not waited for: whoever removed one is told while it is still there.
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries({ queryKey: ['schedule'] }) })
}

/** The database says, without any data, that windows, leaves or appointments of this doctor changed. */
export function useLiveSchedule(doctorId: string): LiveState {
  const client = useQueryClient()
  return useLive({ topic: `doctor:${doctorId}:slots`, isPrivate: true, events: ['slots_changed'] }, () => {
    void client.invalidateQueries({ queryKey: scheduleKey(doctorId) })
  })
}

/** A week is saved as new rows, also a closed one. */
export function useLiveWeeks(): LiveState {
  const client = useQueryClient()
  return useLive({ topic: 'all-working-hours', rows: [{ table: 'doctor_availability' }] }, () => {
    void client.invalidateQueries({ queryKey: [...scheduleKey(ALL), 'windows'] })
  })
}
