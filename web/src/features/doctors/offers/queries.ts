// The types of appointments that a doctor offers, and their questions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import type { OfferFields } from './offer-input.ts'
import type { QuestionFields } from './question-input.ts'

/** The maximum number of types that the database keeps for one doctor. */
const MAX_KEPT = 200
const MAX_POSITION = 1000
const FIELDS = 'id, names, descriptions, preparation, minutes, fee_minor, currency, who, position, active'
const QUESTION_FIELDS = 'id, texts, kind, choices, position'

export const MAX_QUESTIONS = 5

async function listOffers(doctorId: string) {
  return unwrap(
    await supabase
      .from('appointment_types')
      .select(`${FIELDS}, questions:appointment_questions (${QUESTION_FIELDS})`)
      .eq('doctor_id', doctorId)
      .order('position')
      .order('created_at')
      .order('id')
      .order('position', { referencedTable: 'questions' })
      .order('created_at', { referencedTable: 'questions' })
      .limit(MAX_KEPT),
  )
}

export type Offer = Awaited<ReturnType<typeof listOffers>>[number]

// Below the key of the doctor's schedule, which is refetched when somebody else changes it.
const offersKey = (doctorId: string) => ['schedule', doctorId, 'types']

export const useOffers = (doctorId: string) => useQuery({ queryKey: offersKey(doctorId), queryFn: () => listOffers(doctorId) })

/** Loads a type as it is stored now. */
export async function loadOffer(id: string): Promise<OfferFields> {
  const [offer] = unwrap(await supabase.from('appointment_types').select(FIELDS).eq('id', id))
  if (!offer) throw new AppError('offer_gone')
  return offer
}

/** Loads the questions of a type as they are stored now. */
export async function loadQuestions(typeId: string) {
  return unwrap(
    await supabase
      .from('appointment_questions')
      .select(QUESTION_FIELDS)
      .eq('type_id', typeId)
      .order('position')
      .order('created_at')
      .limit(MAX_QUESTIONS),
  )
}

async function changeOffer(id: string, change: Partial<OfferFields & Pick<Offer, 'position' | 'active'>>) {
  const changed = unwrap(await supabase.from('appointment_types').update(change).eq('id', id).select('id'))
  if (changed.length === 0) throw new AppError('offer_gone')
}

function useOfferChange<Input>(doctorId: string, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  // Waits for the new list, so that the change is visible when the mutation ends.
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: offersKey(doctorId) }) })
}

/** Changes the type, or adds it after the others. */
export const useSaveOffer = (doctorId: string) =>
  useOfferChange(doctorId, async ({ id, fields, others }: { id: string | undefined; fields: OfferFields; others: Offer[] }) => {
    if (id) return changeOffer(id, fields)
    const position = Math.min(MAX_POSITION, Math.max(-1, ...others.map((each) => each.position)) + 1)
    return unwrap(await supabase.from('appointment_types').insert({ doctor_id: doctorId, ...fields, position }))
  })

export const useSetActive = (doctorId: string) =>
  useOfferChange(doctorId, ({ id, active }: { id: string; active: boolean }) => changeOffer(id, { active }))

/** Succeeds if the type no longer exists. */
export const useRemoveOffer = (doctorId: string) =>
  useOfferChange(doctorId, async (id: string) => unwrap(await supabase.from('appointment_types').delete().eq('id', id)))

/** Stores the order of the list. Writes only the types whose place has changed, which are usually two. */
export const useReorder = (doctorId: string) =>
  useOfferChange(doctorId, async (ordered: Offer[]) => {
    for (const [position, { id, position: stored }] of ordered.entries()) if (stored !== position) await changeOffer(id, { position })
  })

interface QuestionsChange {
  typeId: string
  removed: string[]
  /** The questions in their order. */
  asked: (QuestionFields & { id: string; isStored: boolean })[]
}

export const useSaveQuestions = (doctorId: string) =>
  useOfferChange(doctorId, async ({ typeId, removed, asked }: QuestionsChange) => {
    // Removes questions before adding others, because a type has at most five.
    if (removed.length > 0) unwrap(await supabase.from('appointment_questions').delete().in('id', removed))
    for (const [position, { id, isStored, ...fields }] of asked.entries()) {
      const row = { ...fields, position }
      if (isStored) unwrap(await supabase.from('appointment_questions').update(row).eq('id', id))
      else unwrap(await supabase.from('appointment_questions').insert({ id, type_id: typeId, ...row }))
    }
  })
