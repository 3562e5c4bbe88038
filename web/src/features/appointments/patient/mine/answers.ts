// The questions before an appointment and their answers.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { type ErrorTexts, unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import type { MyAppointment } from '../own-queries.ts'

/** The limit in characters, as the database counts them. */
export const MAX_ANSWER_LENGTH = 2000

type Row = Awaited<ReturnType<typeof readAnswers>>[number]

/** The generated types do not know which columns of a function can be null. */
export type Question = Omit<Row, 'answer' | 'answered_at' | 'choice' | 'draft' | 'file_id'> &
  Record<'answer' | 'answered_at' | 'draft' | 'file_id', string | null> & { choice: unknown }

const readAnswers = async (appointmentId: string) => unwrap(await supabase.rpc('list_answers', { appointment_id: appointmentId }))
const listAnswers = async (appointmentId: string): Promise<Question[]> => readAnswers(appointmentId)

export const useAnswers = (appointmentId: string) =>
  useQuery({ queryKey: keys.answers(appointmentId), queryFn: () => listAnswers(appointmentId) })

/** A text, the index of a choice, or a file of the appointment. An empty object removes the answer. */
export interface Answer {
  answer?: string
  choice?: number
  file_id?: string
}

export async function saveAnswer(appointmentId: string, questionId: string, answer: Answer) {
  unwrap(await supabase.rpc('save_answer', { appointment_id: appointmentId, question_id: questionId, ...answer }))
}

/** Ignores failures, because the tab also keeps the text. */
export async function saveAnswerDraft(appointmentId: string, questionId: string, draft: string) {
  await supabase.rpc('save_answer_draft', { appointment_id: appointmentId, question_id: questionId, draft })
}

export const ANSWER_ERRORS: ErrorTexts = {
  answers_closed: 'questions.closed',
  answer_too_long: 'questions.tooLong',
  appointment_answers_answer_is_short: 'questions.tooLong',
  question_not_found: 'questions.gone',
  choice_not_offered: 'questions.gone',
}

/** Whether the questions can still be answered, which ends with the start. */
export const takesAnswers = ({ type_id, status, starts_at }: Pick<MyAppointment, 'type_id' | 'status' | 'starts_at'>, now: Date) =>
  type_id !== null && (status === 'pending' || status === 'confirmed') && now.getTime() < Date.parse(starts_at)

/** The index of the chosen answer, or -1. */
export function chosenPlace({ choices, choice }: Pick<Question, 'choices' | 'choice'>) {
  if (!Array.isArray(choices) || choice === null) return -1
  const wanted = JSON.stringify(choice)
  return choices.findIndex((each) => JSON.stringify(each) === wanted)
}
