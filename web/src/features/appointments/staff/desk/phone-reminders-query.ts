import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'

export type PhoneReminder = Awaited<ReturnType<typeof listPhoneReminders>>[number]

const listPhoneReminders = async () => unwrap(await supabase.rpc('list_phone_reminders'))

// Appointments come within 24 hours as time passes, and no live message announces that.
const REFRESH_MS = 60_000

export const phoneReminders = queryOptions({
  queryKey: keys.phoneReminders,
  queryFn: listPhoneReminders,
  refetchInterval: REFRESH_MS,
})

export async function markReminded(appointment_id: string) {
  unwrap(await supabase.rpc('mark_phone_reminder', { appointment_id }))
}

export async function undoReminded(appointment_id: string) {
  unwrap(await supabase.rpc('unmark_phone_reminder', { appointment_id }))
}
