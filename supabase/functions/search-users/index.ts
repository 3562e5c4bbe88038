// Finds users by e-mail address, part of one, or account id, for admins. It reads with the caller's own rights.

import { UUID } from '../_shared/rules.ts'
import { forPeople, type PersonsCall, Refusal, unwrap } from '../_shared/serve.ts'

const MAX_RESULTS = 10
const MAX_LENGTH = 254
const COLUMNS = 'user_id, email, first_name, last_name'
/** The generated types make every column of a view nullable. */
type Found = { user_id: string }

export default {
  fetch: forPeople(async ({ body, db, userId }) => {
    const isAdmin = unwrap(await db.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin')).length > 0
    if (!isAdmin) throw new Refusal(403, 'not_allowed', 'Only admins search people')
    // Users can read their own roles without a second factor, but only the second factor lets them use a role.
    const { blocked } = unwrap(await db.rpc('my_second_factor').single())
    if (blocked) throw new Refusal(403, 'second_factor_needed', 'Verify your second factor first')
    const people = await find(db, wantedBy(body))
    const ids = people.map(({ user_id }) => user_id)
    const roles = unwrap(await db.from('user_roles').select('user_id, role').in('user_id', ids).order('role'))
    return {
      users: people.map(({ user_id, email, first_name, last_name }) => ({
        id: user_id,
        email,
        first_name,
        last_name,
        roles: roles.filter((each) => each.user_id === user_id).map(({ role }) => role),
      })),
    }
  }),
}

function wantedBy({ q }: Record<string, unknown>) {
  if (typeof q !== 'string') throw new Refusal(400, 'invalid_query', 'q must be a text')
  const wanted = q.trim()
  if (wanted === '' || wanted.length > MAX_LENGTH || /\p{Cc}/u.test(wanted)) {
    throw new Refusal(400, 'invalid_query', `q must have 1 to ${MAX_LENGTH} characters`, { most: MAX_LENGTH })
  }
  return wanted
}

async function find(db: PersonsCall['db'], wanted: string) {
  // The search is for granting roles, which patients without an account cannot have.
  const profiles = () => db.from('profiles').select(COLUMNS).eq('has_account', true)
  if (UUID.test(wanted)) return unwrap(await profiles().eq('user_id', wanted).overrideTypes<Found[]>())
  const [exact, partial] = await Promise.all([
    profiles().eq('email', wanted.toLowerCase()).overrideTypes<Found[]>(),
    // Uses a regular expression instead of LIKE, because PostgREST reads an asterisk there as a wildcard that cannot be escaped.
    profiles()
      .regexIMatch('email', wanted.replaceAll(/[^\p{L}\p{N}@-]/gu, String.raw`\$&`))
      .order('email')
      .limit(MAX_RESULTS)
      .overrideTypes<Found[]>(),
  ])
  const found = [...unwrap(exact), ...unwrap(partial)]
  return found.filter(({ user_id }, index) => found.findIndex((other) => other.user_id === user_id) === index).slice(0, MAX_RESULTS)
}
