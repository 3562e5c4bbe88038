// The signed-in person's profile and account.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Database } from '../../../../supabase/functions/_shared/database.types.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'

const PROFILE_FIELDS =
  'user_id, first_name, last_name, phone, date_of_birth, gender, medical_history, timezone, timezone_chosen_at, language, email, people:guardians!guardians_guardian_id_fkey (patient:profiles!guardians_patient_id_fkey (user_id, first_name, last_name))'

type View = Database['public']['Views']['profiles']
/** The generated types cannot tell which columns of a view are never null. */
type Given = 'user_id' | 'timezone' | 'language'

export type Profile = Omit<View['Row'], Given | 'created_at' | 'has_account' | 'birth_year'> &
  Record<Given, string> & {
    /** The people whom the person books for. Null for a patient who is of age and no longer represented. */
    people: { patient: { user_id: string; first_name: string | null; last_name: string | null } | null }[]
  }

/** The people whom the person may book for now. */
export const peopleOf = ({ people }: Pick<Profile, 'people'>) =>
  people.flatMap(({ patient }) =>
    patient ? [{ id: patient.user_id, name: [patient.first_name, patient.last_name].filter(Boolean).join(' ') }] : [],
  )

/** Omitted fields stay unchanged. */
export type ProfileChange = Omit<View['Update'], 'user_id' | 'email' | 'created_at' | 'timezone_chosen_at' | 'has_account'>

async function findProfile(userId: string) {
  const [profile] = unwrap(
    await supabase.from('profiles').select(PROFILE_FIELDS).eq('user_id', userId).overrideTypes<Profile[], { merge: false }>(),
  )
  return profile
}

/** Loads the profile as it is stored now. */
export const loadProfile = async (userId: string) => theOne(await findProfile(userId))

/** Loads the profile. Creates it if there is none, with the names given at sign-up. */
async function getProfile(person: SignedIn): Promise<Profile> {
  return (await findProfile(person.id)) ?? createProfile(person)
}

async function createProfile({ id, names }: SignedIn) {
  const row = { user_id: id, first_name: names.first || null, last_name: names.last || null }
  // Another tab may have created the profile first. Then this changes nothing.
  unwrap(await supabase.from('profiles').upsert(row, { onConflict: 'user_id', ignoreDuplicates: true }))
  return theOne(await findProfile(id))
}

async function saveProfile(userId: string, change: ProfileChange): Promise<Profile> {
  const [profile] = unwrap(
    await supabase
      .from('profiles')
      .update(change)
      .eq('user_id', userId)
      .select(PROFILE_FIELDS)
      .overrideTypes<Profile[], { merge: false }>(),
  )
  return theOne(profile)
}

function theOne(profile: Profile | undefined) {
  if (!profile) throw new AppError('42501')
  return profile
}

export const profileKey = (userId: string) => ['profile', userId]

export const profileOf = (person: SignedIn) => queryOptions({ queryKey: profileKey(person.id), queryFn: () => getProfile(person) })

export const useProfile = (person: SignedIn) => useQuery(profileOf(person))

/** Puts the response into the cache, which saves a request. */
export function useSaveProfile(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ProfileChange) => saveProfile(userId, change),
    onSuccess: (profile) => client.setQueryData(profileKey(userId), profile),
  })
}

/** Raises `confirmation_does_not_match`, `doctor_has_open_appointments` or `last_admin`. */
export async function eraseMyAccount(confirmation: string) {
  await reauthenticated(async () => unwrap(await supabase.rpc('erase_my_account', { confirmation })))
}
