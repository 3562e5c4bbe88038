import type { Database } from '../../../../../../supabase/functions/_shared/database.types.ts'

type Tables = Database['public']['Tables']
type Doctor = Tables['doctors']['Row']

/** The fields that moving needs, from a patient's appointment or from one that staff see. */
export type Movable = Pick<Tables['appointments']['Row'], 'id' | 'doctor_id' | 'status' | 'starts_at' | 'timezone'> & {
  /** The booked type, which a move keeps. */
  type_id?: string | null
  session_duration?: number
  doctor: Pick<Doctor, 'first_name' | 'last_name' | 'timezone' | 'session_duration'> &
    // The rules for patients are optional, because staff do not need them.
    Partial<Pick<Doctor, 'cancellation_hours' | 'auto_confirm' | 'title'>>
}

const HOUR_MS = 3_600_000

/** Patients can move requests and confirmed appointments until the doctor's notice period begins. The database enforces it. */
export const isTooLateToMove = (
  { starts_at, doctor }: Pick<Movable, 'starts_at'> & { doctor: { cancellation_hours?: number } },
  now = new Date(),
) => now.getTime() > Date.parse(starts_at) - (doctor.cancellation_hours ?? 0) * HOUR_MS
