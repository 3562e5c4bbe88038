// Texts for refused answers to an appointment.
import { AppError, textOf } from '../../../../lib/errors.ts'
import type { TextKey } from '../../../../lib/i18n.tsx'
import type { Answer } from '../../shared/changes.ts'

/** Whether somebody else has answered the appointment first. */
export const isAnswered = (error: unknown) => error instanceof AppError && error.reason === 'PGRST116'

export function refusalOf(error: unknown, asked: Answer) {
  // If the status has not changed, the database refuses only answers that come too late or too early.
  const untimely: TextKey = asked === 'completed' ? 'staff.tooEarly' : 'staff.tooLate'
  return textOf(error, { PGRST116: 'appointments.changed', transition_not_allowed: untimely, ...NOT_ABSENT })
}

/** A patient who is still waiting cannot be marked as absent. */
export const NOT_ABSENT = { patient_is_waiting: 'staff.patientIsWaiting' } as const
