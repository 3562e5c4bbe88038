// The patient's answers before an appointment, for its doctor. Patients answer until the start, and no live message announces it.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'
import type { Appointment } from '../queries.ts'

const REFRESH_MS = 60_000

/** The generated types declare every returned column of a function as not null. */
interface Answer {
  question_id: string | null
  question: unknown
  kind: string
  answer: string | null
  choice: unknown
  file_id: string | null
  file_name: string | null
  /** Null if the answer is missing. */
  answered_at: string | null
  /** False if the doctor has removed the question. */
  is_asked: boolean
}

type Booked = Pick<Appointment, 'status' | 'type_id' | 'type_name' | 'fee_minor' | 'fee_currency' | 'fee_agreed_at' | 'payment_state'>

async function getBeforehand(appointmentId: string): Promise<{ booked: Booked | undefined; answers: Answer[] }> {
  const [booked, answers] = await Promise.all([
    supabase
      .from('appointments')
      .select('status, type_id, type_name, fee_minor, fee_currency, fee_agreed_at, payment_state')
      .eq('id', appointmentId),
    supabase.rpc('list_answers', { appointment_id: appointmentId }),
  ])
  return { booked: unwrap(booked)[0], answers: unwrap(answers) }
}

/** The booked type and the answers to its questions. */
export const useBeforehand = (appointmentId: string) =>
  useQuery({
    queryKey: [...keys.one(appointmentId), 'answers'],
    queryFn: () => getBeforehand(appointmentId),
    refetchInterval: REFRESH_MS,
  })
