import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'

/** Asks the server whether the user may enter now, because the device's clock may be wrong. Throws the refusal by name. */
export async function askToEnter(appointmentId: string) {
  unwrap(await supabase.rpc('open_call', { appointment_id: appointmentId, marks: false }).single())
}
