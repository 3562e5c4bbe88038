// Answers many appointments at once. Each is answered independently, and only if it still has the status that was shown.

import { supabase } from '../../../../lib/data/supabase.ts'
import { type AppError, type ErrorTexts, textOf, unwrap } from '../../../../lib/errors.ts'
import { inParts } from '../../../../lib/in-parts.ts'
import type { Appointment } from '../queries.ts'
import type { BulkAction } from './selection.ts'

/** The database accepts a hundred per call, but on a busy machine they would exceed its time limit of one second. */
const MAX_AT_ONCE = 5

type Answered = Pick<Appointment, 'id' | 'status'>

/** Returns the errors by appointment id. Appointments without an error were answered. */
export const answerMany = (appointments: Answered[], answer: BulkAction, reason: string): Promise<Map<string, AppError>> =>
  inParts(appointments, MAX_AT_ONCE, async (part) =>
    unwrap(
      await supabase.rpc('answer_appointments', {
        ids: part.map(({ id }) => id),
        shown: part.map(({ status }) => status),
        answer,
        ...(reason.trim() && answer === 'cancelled' && { reason: reason.trim() }),
      }),
    ),
  )

/** The text for the error of one appointment. */
export function bulkProblem(error: AppError, answer: BulkAction) {
  const texts: ErrorTexts = {
    appointment_changed: 'desk.changed',
    transition_not_allowed: answer === 'completed' ? 'staff.tooEarly' : 'staff.tooLate',
  }
  return textOf(error, texts)
}
