// A patient's own appointments.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { type LiveState, useLive } from '../../../lib/live.ts'
import { supabase } from '../../../lib/supabase.ts'

/** The id of the heading above the list. */
export const MY_APPOINTMENTS = 'my-appointments'

export type Appointment = Awaited<ReturnType<typeof listMyAppointments>>[number]

export async function listMyAppointments(userId: string) {
  return unwrap(
    await supabase
      .from('appointments')
      .select(
        'id, doctor_id, appointment_date, appointment_time, starts_at, ends_at, call_started_at, timezone, session_duration, patient_complaint, notes, status, cancelled_by, cancellation_reason, created_at, updated_at, doctor:doctors (first_name, last_name, specialization, timezone, cancellation_hours), appointment_files (id)',
      )
      .eq('user_id', userId)
      // Whether there are any.
      .limit(1, { referencedTable: 'appointment_files' })
      .order('appointment_date', { ascending: false })
      .order('appointment_time', { ascending: false }),
  )
}

/** Raises `cancellation_too_late` inside the doctor's window. An appointment that is not there any more changes nothing. */
export async function cancelAppointment(id: string) {
  return unwrap(await supabase.from('appointments').update({ status: 'cancelled' }).eq('id', id).select('id').single())
}

export const appointmentsKey = (userId: string) => ['appointments', userId]

export const useMyAppointments = (userId: string) =>
  useQuery({ queryKey: appointmentsKey(userId), queryFn: () => listMyAppointments(userId) })

/** Keeps them as they are in the database while a page shows them. */
export function useLiveAppointments(userId: string): LiveState {
  const client = useQueryClient()
  return useLive({ topic: `my-appointments:${userId}`, rows: [{ table: 'appointments', filter: `user_id=eq.${userId}` }] }, () => {
    void client.invalidateQueries({ queryKey: appointmentsKey(userId) })
  })
}
