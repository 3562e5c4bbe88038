// Why an answer to an appointment was refused.
import { AppError, textOf } from '../../../../lib/errors.ts'
import type { TextKey } from '../../../../lib/i18n.tsx'
import type { Answer } from '../../shared/changes.ts'

/** Somebody else has answered it first. */
export const isAnswered = (error: unknown) => error instanceof AppError && error.reason === 'PGRST116'

export function refusalOf(error: unknown, asked: Answer) {
  // While the status is still the one that was shown, the database refuses only answers that come too late or too early.
  const untimely: TextKey = asked === 'completed' ? 'staff.tooEarly' : 'staff.tooLate'
  return textOf(error, { PGRST116: 'appointments.changed', transition_not_allowed: untimely, ...NOT_ABSENT })
}

/** A doctor who lets a patient wait cannot note that the patient did not come. */
export const NOT_ABSENT = { patient_is_waiting: 'staff.patientIsWaiting' } as const
