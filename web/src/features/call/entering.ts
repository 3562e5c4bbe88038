import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'

/** Whether one would be let in now, by the server's clock: one's own may be wrong. Fails by name. */
export async function askToEnter(appointmentId: string) {
  unwrap(await supabase.rpc('open_call', { appointment_id: appointmentId, marks: false }).single())
}
