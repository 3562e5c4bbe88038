// The schedules of doctors: settings, working hours and leaves.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import { type LiveState, useLive } from '../../../lib/data/live.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { weekdayOf } from '../../../lib/time/dates.ts'
import { useReloadDoctors } from '../queries.ts'
import type { StoredWindow } from './week.ts'

type Tables = Database['public']['Tables']
export type Settings = Pick<
  Tables['doctors']['Row'],
  | 'session_duration'
  | 'cancellation_hours'
  | 'timezone'
  | 'gap_minutes'
  | 'booking_notice_hours'
  | 'booking_horizon_days'
  | 'max_appointments_per_day'
  | 'auto_confirm'
>
export type ScheduleDoctor = Settings & Pick<Tables['doctors']['Row'], 'id' | 'timezone_confirmed_at'>
type LeaveDraft = Pick<Tables['doctor_leave']['Row'], 'doctor_id' | 'leave_date' | 'start_time' | 'end_time' | 'reason'>
export type Leave = Awaited<ReturnType<typeof listLeaves>>[number]
type OpenRow = Awaited<ReturnType<typeof listOpenAppointments>>[number]
/** Has no patient name if the reader may not read the patient's profile. */
export type OpenAppointment = Omit<OpenRow, 'patient'> & { patient: OpenRow['patient'] | null }

/** Row-level security refuses an update silently, by changing no row. */
async function saveSettings(doctorId: string, settings: Partial<Settings & Pick<ScheduleDoctor, 'timezone_confirmed_at'>>) {
  const changed = unwrap(await supabase.from('doctors').update(settings).eq('id', doctorId).select('id'))
  if (changed.length === 0) throw new AppError('42501')
}

/** The settings as they are stored now. */
export async function loadSettings(doctorId: string) {
  const fields =
    'session_duration, cancellation_hours, timezone, gap_minutes, booking_notice_hours, booking_horizon_days, max_appointments_per_day, auto_confirm'
  const [settings] = unwrap(await supabase.from('doctors').select(fields).eq('id', doctorId))
  if (!settings) throw new AppError('42501')
  return settings
}

const WINDOW = 'day_of_week, start_time, end_time, is_available'

async function listWindows(doctorId: string) {
  return unwrap(await supabase.from('doctor_availability').select(WINDOW).eq('doctor_id', doctorId).order('day_of_week'))
}

async function listAllWindows() {
  return unwrap(await supabase.from('doctor_availability').select(`doctor_id, ${WINDOW}`).order('day_of_week').order('start_time'))
}

export const HOURS_CHANGED = 'hours_changed'

/** Saves the whole week in one transaction. */
async function saveWeek(doctorId: string, windows: StoredWindow[]) {
  return unwrap(await supabase.rpc('save_working_hours', { doctor_id: doctorId, windows: windows.map((window) => ({ ...window })) }))
}

/** The leaves of one doctor, or all leaves that the reader may see. */
async function listLeaves(doctorId?: string) {
  const all = supabase.from('doctor_leave').select('id, doctor_id, leave_date, start_time, end_time, reason').order('leave_date')
  return unwrap(await (doctorId ? all.eq('doctor_id', doctorId) : all))
}

export interface TimeOff extends LeaveDraft {
  /** The last day, if one leave is added for several days. */
  last_date: string | null
  /** Whether only the weekday of the first day is off. */
  isWeekly: boolean
}

export async function addLeave({ last_date, isWeekly, ...leave }: TimeOff) {
  if (!last_date) {
    unwrap(await supabase.from('doctor_leave').insert(leave))
    return
  }
  const { doctor_id, leave_date, start_time, end_time, reason } = leave
  unwrap(
    await supabase.rpc('add_time_off', {
      doctor_id,
      from_date: leave_date,
      to_date: last_date,
      ...(start_time && { start_time }),
      ...(end_time && { end_time }),
      ...(reason && { reason }),
      ...(isWeekly && { weekdays: [weekdayOf(leave_date)] }),
    }),
  )
}

/** Succeeds if the leave no longer exists. */
export async function removeLeave(id: string) {
  unwrap(await supabase.from('doctor_leave').delete().eq('id', id))
}

/** Pending and confirmed appointments that have not ended, which a leave may overlap. */
async function listOpenAppointments(doctorId: string) {
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

export const scheduleKey = (doctorId: string) => ['schedule', doctorId]
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

/** Reloads everything, because the zone decides which day is today in every list of the page. */
export function useSaveSettings(doctorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: Settings) => saveSettings(doctorId, settings),
    onSuccess: () => void client.invalidateQueries(),
  })
}

/** Reloads everything, like `useSaveSettings`. The database replaces the given time with its own. */
export function useConfirmZone(doctorId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timezone: string) => saveSettings(doctorId, { timezone, timezone_confirmed_at: new Date().toISOString() }),
    onSuccess: () => void client.invalidateQueries(),
  })
}

/** Puts the response into the cache, which saves a request. */
export function useSaveWeek(doctorId: string) {
  const client = useQueryClient()
  const reloadDoctors = useReloadDoctors()
  return useMutation({
    mutationFn: async ({ windows, isSeen }: { windows: StoredWindow[]; isSeen: (stored: StoredWindow[]) => boolean }) => {
      const stored = await client.fetchQuery({
        queryKey: [...scheduleKey(doctorId), 'windows'],
        queryFn: () => listWindows(doctorId),
        staleTime: 0,
        // Otherwise the request would wait for the connection, and the form could not report that there is none.
        networkMode: 'always',
      })
      // The form reports the change itself, because the new week is now in the cache.
      if (!isSeen(stored)) throw new AppError(HOURS_CHANGED)
      return saveWeek(doctorId, windows)
    },
    onSuccess: (saved) => {
      client.setQueryData([...scheduleKey(doctorId), 'windows'], saved)
      // Appointments may be outside the new hours.
      void client.invalidateQueries({ queryKey: [...scheduleKey(doctorId), 'affected'] })
      // These may be the first hours of this doctor.
      void reloadDoctors()
    },
  })
}

export function useChangeLeaves<Change>(change: (what: Change) => Promise<void>) {
  const client = useQueryClient()
  // Not awaited, so that the success message does not wait for the list.
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries({ queryKey: ['schedule'] }) })
}

/** Subscribes to changes of this doctor's windows, leaves and appointments. The messages contain no data. */
export function useLiveSchedule(doctorId: string): LiveState {
  const client = useQueryClient()
  return useLive({ topic: `doctor:${doctorId}:slots`, isPrivate: true, events: ['slots_changed'] }, () => {
    void client.invalidateQueries({ queryKey: scheduleKey(doctorId) })
  })
}

/** Subscribes to changed weeks through inserts: saving a week always inserts rows, even for closed days. */
export function useLiveWeeks(): LiveState {
  const client = useQueryClient()
  return useLive({ topic: 'all-working-hours', rows: [{ table: 'doctor_availability' }] }, () => {
    void client.invalidateQueries({ queryKey: [...scheduleKey(ALL), 'windows'] })
  })
}
