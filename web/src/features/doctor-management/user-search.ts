// Finding people: by address or account id through a function, by name in their profiles.
import * as z from 'zod/mini'
import { AppError, unwrap } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { isAddressOrId, nameConditions } from './search-text.ts'

/** As many as one search gives. */
export const MOST_FOUND = 10
export const LONGEST_SEARCH = 254

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
  isAddressOrId(text) ? askFunction(text, signal) : searchByName(text, signal)

async function askFunction(q: string, signal: AbortSignal) {
  const { data, error } = await supabase.functions.invoke<unknown>('search-users', { body: { q }, signal })
  if (error) throw await refusalIn(error)
  const answer = Answer.safeParse(data)
  if (!answer.success) throw new AppError('invalid_answer', {}, { cause: answer.error })
  return answer.data.users
}

const Refusal = z.object({ code: z.string(), details: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))) })

/** What the function named; without an answer it was out of reach. */
async function refusalIn(cause: unknown) {
  const { context } = cause as { context?: unknown }
  if (!(context instanceof Response)) return new AppError('unreachable', {}, { cause })
  const refusal = Refusal.safeParse(await context.json().catch(() => undefined))
  return refusal.success ? new AppError(refusal.data.code, refusal.data.details, { cause }) : new AppError('failed', {}, { cause })
}

async function searchByName(text: string, signal: AbortSignal) {
  let search = supabase.from('profiles').select('user_id, email, first_name, last_name')
  for (const condition of nameConditions(text)) search = search.or(condition)
  const people = unwrap(await search.order('first_name').order('user_id').limit(MOST_FOUND).abortSignal(signal))
  const ids = people.map(({ user_id }) => user_id)
  const roles = unwrap(await supabase.from('user_roles').select('user_id, role').in('user_id', ids).order('role').abortSignal(signal))
  return people.map(({ user_id, ...person }) => ({
    id: user_id,
    ...person,
    roles: roles.filter((each) => each.user_id === user_id).map(({ role }) => role),
  }))
}
