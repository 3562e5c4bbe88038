// The people whom the signed-in person books for.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { AdultValues, ChildValues } from './relative-input.ts'
import { CHILD_CONSENT_VERSION, DECLARATION_VERSION } from './versions.ts'

/** The generated types cannot tell which result columns of a function are null. These are null for a patient who has come of age. */
export type Relative = Nullable<Row, 'phone' | 'date_of_birth' | 'birth_year' | 'gender' | 'medical_history' | 'becomes_adult_on'>

type Row = Awaited<ReturnType<typeof listRelatives>>[number]
type Nullable<Whole, Key extends keyof Whole> = Omit<Whole, Key> & { [Each in Key]: Whole[Each] | null }

const listRelatives = async () => unwrap(await supabase.rpc('list_my_people'))

/** Loads the stored data of one person. Raises `not_a_guardian` if the right has ended meanwhile. */
export async function loadRelative(id: string): Promise<Relative> {
  const relative = (await listRelatives()).find(({ user_id }) => user_id === id)
  if (!relative) throw new AppError('not_a_guardian')
  return relative
}

const relativesKey = (userId: string) => ['relatives', userId]

/**
 * Loaded only if the profile says that there are people. Not refetched automatically: if a person left the list, an open dialog about them
 * would close and lose what was typed in it.
 */
export const useRelatives = (userId: string, hasAny: boolean) =>
  useQuery<Relative[]>({
    queryKey: relativesKey(userId),
    queryFn: listRelatives,
    enabled: hasAny,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The user whose list it is, with the query key of their profile, which contains the people they book for. */
export interface Owner {
  userId: string
  profileKey: readonly unknown[]
  timezone: string
}

async function createPatient(patient: Record<string, string>, relationship: string, authority: 'parental' | 'asked') {
  return unwrap(await supabase.rpc('create_patient', { patient, relationship, authority, declaration_version: DECLARATION_VERSION }))
}

const createChild = async ({ first_name, last_name, date_of_birth, gender, medical_history }: ChildValues, timezone: string) =>
  createPatient(
    {
      first_name,
      last_name,
      date_of_birth,
      timezone,
      health_consent: CHILD_CONSENT_VERSION,
      ...(gender && { gender }),
      ...(medical_history && { medical_history }),
    },
    'child',
    'parental',
  )

const createAdult = async ({ first_name, last_name, phone, birth_year, relationship }: AdultValues) =>
  createPatient({ first_name, last_name, phone, birth_year }, relationship, 'asked')

/** Both return the id of the new person. They raise `birth_date_invalid`, `patient_is_adult`, `patient_is_minor` or `too_many_patients`. */
export function useCreateChild(owner: Owner) {
  const refresh = useRefreshRelatives(owner)
  return useMutation({
    mutationFn: (child: ChildValues) => createChild(child, owner.timezone),
    onSuccess: refresh,
  })
}

export function useCreateAdult(owner: Owner) {
  const refresh = useRefreshRelatives(owner)
  return useMutation({ mutationFn: createAdult, onSuccess: refresh })
}

/** The changed fields of a person. Omitted fields stay unchanged, so that the other guardian's changes are kept. */
export interface RelativeChange {
  first_name?: string
  last_name?: string
  phone?: string
  date_of_birth?: string
  birth_year?: number
  gender?: string | null
  medical_history?: string | null
}

/** Raises `not_a_guardian` if the right has ended meanwhile. */
export function useSaveRelative(owner: Owner, id: string) {
  const refresh = useRefreshRelatives(owner)
  return useMutation({
    mutationFn: async (change: RelativeChange) => {
      const saved = unwrap(await supabase.from('profiles').update(change).eq('user_id', id).select('user_id'))
      if (saved.length === 0) throw new AppError('not_a_guardian')
    },
    onSuccess: refresh,
  })
}

const HEALTH_DATA = 'health_data'

/** Whether a consent to keeping the child's health data is valid. */
export const useChildConsent = ({ userId }: Owner, childId: string | undefined) =>
  useQuery({
    queryKey: [...relativesKey(userId), 'consent', childId],
    queryFn: async () => {
      const live = supabase.from('consents').select('given_at').eq('kind', HEALTH_DATA).is('withdrawn_at', null)
      return unwrap(await live.eq('user_id', childId ?? '')).length > 0
    },
    enabled: childId !== undefined,
  })

/** On withdrawal the database deletes gender and history. The birth date stays, because the parents' right ends by it. */
export function useSetChildConsent(owner: Owner, childId: string) {
  const refresh = useRefreshRelatives(owner)
  const { language } = useI18n()
  return useMutation({
    mutationFn: async (isGiven: boolean) => {
      if (isGiven) await giveConsent(childId, language)
      else {
        const change = { withdrawn_at: new Date().toISOString() }
        unwrap(await supabase.from('consents').update(change).eq('kind', HEALTH_DATA).eq('user_id', childId).is('withdrawn_at', null))
      }
    },
    onSuccess: refresh,
  })
}

async function giveConsent(childId: string, language: string) {
  try {
    unwrap(await supabase.from('consents').insert({ user_id: childId, kind: HEALTH_DATA, version: CHILD_CONSENT_VERSION, language }))
  } catch (error) {
    // The other parent has given the consent meanwhile.
    if (!(error instanceof AppError) || error.constraint !== 'consents_one_is_live') throw error
  }
}

/** Refetches after a change and when a dialog closes. Not earlier, because an error may be about a person who has left the list. */
export function useRefreshRelatives({ userId, profileKey }: Owner) {
  const client = useQueryClient()
  return () => Promise.all([relativesKey(userId), profileKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
