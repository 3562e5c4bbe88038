import type { MyAppointment } from '../queries.ts'

/** What moving needs to know, of a patient's appointment as well as of one that staff see. */
export type Movable = Pick<MyAppointment, 'id' | 'doctor_id' | 'status' | 'starts_at' | 'timezone' | 'doctor'>

const HOUR_MS = 3_600_000

/** The patient may move it until the doctor's cancellation hours before its start, whether it is confirmed or not. The database decides. */
export const isTooLateToMove = (
  { starts_at, doctor }: Pick<Movable, 'starts_at'> & { doctor: Pick<Movable['doctor'], 'cancellation_hours'> },
  now = new Date(),
) => now.getTime() > Date.parse(starts_at) - doctor.cancellation_hours * HOUR_MS
