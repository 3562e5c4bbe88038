// Answering many appointments at once. Each is answered as if alone, and only while it has the status that was shown.

import { supabase } from '../../../../lib/data/supabase.ts'
import { type AppError, type ErrorTexts, textOf, unwrap } from '../../../../lib/errors.ts'
import { inParts } from '../../../../lib/in-parts.ts'
import type { Appointment } from '../queries.ts'
import type { BulkAction } from './selection.ts'

/** The database takes a hundred at once, but on a busy machine it would not be done with them in the second that a call has. */
const MAX_AT_ONCE = 5

type Answered = Pick<Appointment, 'id' | 'status'>

/** What went wrong by the id of the appointment. Those that are not in it were answered. */
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

/** Why it did not work for one of them. */
export function bulkProblem(error: AppError, answer: BulkAction) {
  const texts: ErrorTexts = {
    appointment_changed: 'desk.changed',
    transition_not_allowed: answer === 'completed' ? 'staff.tooEarly' : 'staff.tooLate',
  }
  return textOf(error, texts)
}
