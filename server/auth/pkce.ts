// PKCE (RFC 7636) for mailed links: the link redirects with a code, and only the browser that requested the link holds the verifier that
// turns the code into a session.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { readText } from './input.ts'
import type { Purpose } from './one-time.ts'
import type { Method } from './sessions.ts'
import { type Db, findById, type UserRow } from './store.ts'

const CODE_SECONDS = 300
const METHODS = ['s256', 'plain'] as const
const MIN_CHALLENGE_LENGTH = 43
const MAX_CHALLENGE_LENGTH = 128

export interface Challenge {
  method: (typeof METHODS)[number]
  value: string
}

/** Returns the challenge of a request, or undefined for a client that expects its session in the link. */
export function readChallenge(body: Record<string, unknown>): Challenge | undefined {
  const value = readText(body, 'code_challenge') ?? ''
  const given = (readText(body, 'code_challenge_method') ?? '').toLowerCase()
  if (!value && !given) return undefined
  if (!value || !given) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  if (value.length < MIN_CHALLENGE_LENGTH || value.length > MAX_CHALLENGE_LENGTH)
    throw invalid(`code challenge has to be between ${MIN_CHALLENGE_LENGTH} and ${MAX_CHALLENGE_LENGTH} characters`)
  if (!/^[a-zA-Z._~0-9-]+$/.test(value))
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  const method = METHODS.find((each) => each === given)
  if (!method) throw invalid('code_challenge_method needs to be s256 or plain')
  return { method, value }
}

/** The authentication method in the `amr` of the flow's session. */
export const pkceMethodOf = (purpose: Purpose): Method =>
  purpose === 'signup' ? 'email/signup' : purpose === 'recovery' ? 'recovery' : purpose === 'magiclink' ? 'magiclink' : 'email_change'

/** Replaces the user's earlier flow for the same purpose, as its link is replaced too. */
export async function startFlow(db: Db, userId: string, method: Method, challenge: Challenge) {
  await db.query(
    "delete from auth.flow_state where (user_id = $1 and authentication_method = $2) or created_at < now() - interval '1 day'",
    [userId, method],
  )
  await db.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, authentication_method, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $5, now(), now())`,
    [userId, hashed(randomUUID()), challenge.method, challenge.value, method],
  )
}

/** Issues the code after the link of the flow was opened. Only its hash is stored. */
export async function issueCode(db: Db, userId: string, method: Method) {
  const code = randomUUID()
  const { rowCount } = await db.query(
    `update auth.flow_state set auth_code = $3, auth_code_issued_at = now(), updated_at = now()
     where user_id = $1 and authentication_method = $2 and auth_code_issued_at is null`,
    [userId, method, hashed(code)],
  )
  if (!rowCount) throw new AuthError(400, 'flow_state_not_found', 'No associated flow state found. No valid flow state found for user.')
  return code
}

interface FlowRow {
  id: string
  user_id: string | null
  code_challenge: string
  code_challenge_method: Challenge['method']
  authentication_method: Method
  is_expired: boolean
}

/** Uses up a code. Of several concurrent calls, one succeeds. */
export async function redeemAuthCode(db: Db, code: string, verifier: string): Promise<{ user: UserRow; method: Method }> {
  const { rows } = await db.query<FlowRow>(
    `select *, auth_code_issued_at < now() - make_interval(secs => ${CODE_SECONDS}) as is_expired
     from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update`,
    [hashed(code)],
  )
  const [flow] = rows
  const user = flow?.user_id ? await findById(db, flow.user_id) : undefined
  if (!flow || !user) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (flow.is_expired) throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired')
  if (!isVerifier(flow, verifier))
    throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  await db.query('delete from auth.flow_state where id = $1', [flow.id])
  return { user, method: flow.authentication_method }
}

function isVerifier({ code_challenge, code_challenge_method }: FlowRow, verifier: string) {
  const given = code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  const [a, b] = [Buffer.from(given), Buffer.from(code_challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const hashed = (code: string) => createHash('sha256').update(code).digest('hex')
