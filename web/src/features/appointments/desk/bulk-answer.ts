// Answering many appointments at once. Each is answered as if alone, and only while it has the status that was shown.
import { AppError, type ErrorTexts, textOf, unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import type { Appointment } from '../queries.ts'
import type { BulkAction } from '../staff/selection.ts'

/** The database takes a hundred at once, but a call has one second: on a busy machine it would not be done with them. */
const MAX_AT_ONCE = 5

type Answered = Pick<Appointment, 'id' | 'status'>

/** What went wrong by the id of the appointment. Those that are not in it were answered. */
export async function answerMany(appointments: Answered[], answer: BulkAction, reason: string): Promise<Map<string, AppError>> {
  const failed = new Map<string, AppError>()
  for (let start = 0; start < appointments.length; start += MAX_AT_ONCE) await answerAll(appointments.slice(start, start + MAX_AT_ONCE))
  return failed

  async function answerAll(part: Answered[]) {
    try {
      for (const { id, error } of await answerPart(part)) if (error) failed.set(id, new AppError(error))
    } catch (error) {
      const problem = error instanceof AppError ? error : new AppError('failed')
      // What took too long together may be quick enough alone: a call that fails has answered none of them.
      if (part.length > 1 && problem.reason !== 'unreachable') for (const each of part) await answerAll([each])
      // Nobody knows about these; the list shows their status once it is refreshed.
      else for (const { id } of part) failed.set(id, problem)
    }
  }

  async function answerPart(part: Answered[]): Promise<{ id: string; error: string | null }[]> {
    return unwrap(
      await supabase.rpc('answer_appointments', {
        ids: part.map(({ id }) => id),
        shown: part.map(({ status }) => status),
        answer,
        ...(reason.trim() && answer === 'cancelled' && { reason: reason.trim() }),
      }),
    )
  }
}

/** Why it did not work for one of them. */
export function bulkProblem(error: AppError, answer: BulkAction) {
  const texts: ErrorTexts = {
    appointment_changed: 'desk.changed',
    transition_not_allowed: answer === 'completed' ? 'staff.tooEarly' : 'staff.tooLate',
  }
  return textOf(error, texts)
}
