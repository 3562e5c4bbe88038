// Why an appointment stayed as it was.
import { AppError, textOf } from '../../../lib/errors.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import type { Answer } from '../changes.ts'

/** Somebody was quicker. */
export const isAnswered = (error: unknown) => error instanceof AppError && error.reason === 'PGRST116'

export function refusalOf(error: unknown, asked: Answer) {
  // Of what is still as it was shown the database refuses only what comes too late or too early.
  const untimely: TextKey = asked === 'completed' ? 'staff.tooEarly' : 'staff.tooLate'
  return textOf(error, { PGRST116: 'appointments.changed', transition_not_allowed: untimely })
}
