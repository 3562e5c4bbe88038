import type { Database } from '../../../../../../supabase/functions/_shared/database.types.ts'

type Tables = Database['public']['Tables']
type Doctor = Tables['doctors']['Row']

/** What moving needs to know, of a patient's appointment as well as of one that staff see. */
export type Movable = Pick<Tables['appointments']['Row'], 'id' | 'doctor_id' | 'status' | 'starts_at' | 'timezone'> & {
  /** The type that was booked. A move keeps it. */
  type_id?: string | null
  session_duration?: number
  doctor: Pick<Doctor, 'first_name' | 'last_name' | 'timezone' | 'session_duration'> &
    // Rules for patients, which staff do not need.
    Partial<Pick<Doctor, 'cancellation_hours' | 'auto_confirm'>>
}

const HOUR_MS = 3_600_000

/** The patient may move it until the doctor's cancellation hours before its start, whether it is confirmed or not. The database decides. */
export const isTooLateToMove = (
  { starts_at, doctor }: Pick<Movable, 'starts_at'> & { doctor: { cancellation_hours?: number } },
  now = new Date(),
) => now.getTime() > Date.parse(starts_at) - (doctor.cancellation_hours ?? 0) * HOUR_MS
