// A patient's own appointments.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { APPOINTMENT_FIELDS } from '../shared/fields.ts'
import { keys } from '../shared/keys.ts'

const OWN_APPOINTMENT_FIELDS = `${APPOINTMENT_FIELDS}, call_ended_at, appointment_files (id), appointment_messages (id)` as const

export type MyAppointment = Awaited<ReturnType<typeof listMyAppointments>>[number]

/** Newest first. */
async function listMyAppointments(userId: string) {
  return unwrap(
    await supabase
      .from('appointments')
      .select(OWN_APPOINTMENT_FIELDS)
      .eq('user_id', userId)
      // One is enough to know whether there are any.
      .limit(1, { referencedTable: 'appointment_files' })
      .limit(1, { referencedTable: 'appointment_messages' })
      .order('appointment_date', { ascending: false })
      .order('appointment_time', { ascending: false }),
  )
}

export const myAppointments = (userId: string) => queryOptions({ queryKey: keys.mine(userId), queryFn: () => listMyAppointments(userId) })

export const useMyAppointments = (userId: string) => useQuery(myAppointments(userId))
