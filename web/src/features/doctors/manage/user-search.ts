// Finds people by email address or account id through an Edge Function, and by name in their profiles.
import * as z from 'zod/mini'
import { askFunction } from '../../../lib/data/functions.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { isAddressOrId, nameConditions } from './search-text.ts'

/** The maximum number of results that the function returns. */
export const MAX_RESULTS = 10
export const MAX_SEARCH_LENGTH = 254

const User = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  roles: z.array(z.enum(['admin', 'doctor', 'patient'])),
})
const Answer = z.object({ users: z.array(User) })

export type FoundUser = z.infer<typeof User>

export const searchUsers = (text: string, signal: AbortSignal): Promise<FoundUser[]> =>
  isAddressOrId(text) ? searchByAddressOrId(text, signal) : searchByName(text, signal)

const searchByAddressOrId = async (q: string, signal: AbortSignal) => (await askFunction('search-users', { q }, Answer, signal)).users

async function searchByName(text: string, signal: AbortSignal) {
  let search = supabase.from('profiles').select('user_id, email, first_name, last_name')
  for (const condition of nameConditions(text)) search = search.or(condition)
  const people = unwrap(
    await search.order('first_name').order('user_id').limit(MAX_RESULTS).abortSignal(signal).overrideTypes<{ user_id: string }[]>(),
  )
  const ids = people.map(({ user_id }) => user_id)
  const roles = unwrap(await supabase.from('user_roles').select('user_id, role').in('user_id', ids).order('role').abortSignal(signal))
  return people.map(({ user_id, ...person }) => ({
    id: user_id,
    ...person,
    roles: roles.filter((each) => each.user_id === user_id).map(({ role }) => role),
  }))
}
