// Sessions: one row, a short-lived access token, and a family of refresh tokens that each work once.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Tokens } from '../tokens.ts'
import { AuthError } from './errors.ts'
import type { Limits } from './limits.ts'
import { factorsOf } from './mfa/store.ts'
import { type PresentedSession, presentUser } from './present.ts'
import { type Db, findById, identitiesOf, type UserRow, updateUser } from './store.ts'

const ACCESS_SECONDS = 3600
// Two tabs may refresh at once, and a response may get lost, so a used token stays valid for this time.
const REUSE_SECONDS = 10
const SESSION_DAYS = 90

const SECOND_METHODS = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code']

export type Method = 'password' | 'passkey' | 'otp' | 'recovery' | 'email/signup' | 'magiclink' | 'email_change' | 'invite'

/** Opens a session for a user whose identity was verified. */
export async function openSession(db: Db, tokens: Tokens, user: UserRow, method: Method, userAgent: string | null) {
  return startSession(db, tokens, await admit(db, user, method), method, userAgent)
}

/** Confirms the address of a user who followed a mail, and refuses banned users. */
export async function admit(db: Db, user: UserRow, method: Method) {
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  return user.email_confirmed_at ? user : confirm(db, user, method)
}

async function confirm(db: Db, user: UserRow, method: Method) {
  await db.query(`update auth.identities set identity_data = identity_data || '{"email_verified": true}' where user_id = $1`, [user.id])
  // The password of an unconfirmed sign-up counts only through that sign-up's own link, because it may be a stranger's.
  const unproven = method === 'email/signup' ? {} : { encrypted_password: '' }
  return (await updateUser(db, user.id, { email_confirmed_at: new Date(), ...unproven })) ?? user
}

export async function startSession(
  db: Db,
  tokens: Tokens,
  user: UserRow,
  method: Method,
  userAgent: string | null,
): Promise<PresentedSession> {
  const id = randomUUID()
  await db.query('delete from auth.sessions where user_id = $1 and not_after < now()', [user.id])
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, not_after)
     values ($1, $2, now(), now(), 'aal1', $3, now() + make_interval(days => $4))`,
    [id, user.id, userAgent?.slice(0, 300) ?? null, SESSION_DAYS],
  )
  await db.query(
    'insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at) values (gen_random_uuid(), $1, $2, now(), now())',
    [id, method],
  )
  const signedIn = (await updateUser(db, user.id, { last_sign_in_at: new Date() })) ?? user
  const refreshToken = randomBytes(32).toString('base64url')
  await keepRefreshToken(db, user.id, id, refreshToken, null)
  return presentSession(db, tokens, signedIn, id, refreshToken)
}

interface RefreshRow {
  id: string
  token: string
  user_id: string
  session_id: string
  revoked: boolean
  is_recent: boolean
  is_expired: boolean
}

export interface Refreshing {
  tokens: Tokens
  limits: Limits
  /** Keys the derivation of successor tokens. */
  secret: string
}

/** Returns a new pair for a refresh token. Reuse after the window ends the whole family, because the token was copied. */
export async function refreshSession(
  db: Db,
  { tokens, limits, secret }: Refreshing,
  refreshToken: string,
): Promise<PresentedSession | AuthError> {
  // Locks the session's row first, so that concurrent refreshes run one after another.
  await db.query('select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update', [
    hashed(refreshToken),
  ])
  const { rows } = await db.query<RefreshRow>(
    `select t.*, t.updated_at > now() - make_interval(secs => ${REUSE_SECONDS}) as is_recent, coalesce(s.not_after <= now(), false) as is_expired
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = $1`,
    [hashed(refreshToken)],
  )
  const [found] = rows
  if (!found) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  // Returned instead of thrown, so that ending the family is committed.
  const end = async (code: string, message: string) => {
    await db.query('delete from auth.sessions where id = $1', [found.session_id])
    return new AuthError(400, code, message)
  }
  if (found.is_expired) return end('session_expired', 'Invalid Refresh Token: Session Expired')
  if (found.revoked && !found.is_recent) return end('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  const user = await findById(db, found.user_id)
  if (!user) return end('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (isBanned(user)) return end('user_banned', 'User is banned')
  await limits.check('refresh account', user.id, db)

  if (!found.revoked) await db.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [found.id])
  await db.query(`update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now() where id = $1`, [found.session_id])
  return presentSession(db, tokens, user, found.session_id, await successor(db, secret, found, refreshToken))
}

// Derived from the previous token, so that all requests within the window get the same one and no second branch can hide a thief.
async function successor(db: Db, secret: string, found: RefreshRow, refreshToken: string) {
  let parent = refreshToken
  for (;;) {
    const token = createHmac('sha256', secret).update(parent).digest('base64url')
    const { rows } = await db.query<{ revoked: boolean }>('select revoked from auth.refresh_tokens where token = $1', [hashed(token)])
    if (!rows[0]) await keepRefreshToken(db, found.user_id, found.session_id, token, hashed(parent))
    if (!rows[0]?.revoked) return token
    parent = token
  }
}

export const isBanned = (user: UserRow) => user.banned_until !== null && user.banned_until > new Date()

const ENDED = {
  'global, below aal2': "(id = $2 or aal is null or aal < 'aal2')",
  local: 'id = $2',
  others: 'id is distinct from $2',
}

export async function endSessions(db: Db, userId: string, scope: 'global' | keyof typeof ENDED, sessionId: string | undefined) {
  if (scope === 'global') await db.query('delete from auth.sessions where user_id = $1', [userId])
  else await db.query(`delete from auth.sessions where user_id = $1 and ${ENDED[scope]}`, [userId, sessionId ?? null])
}

export async function liveSession(db: Db, sessionId: string, userId: string) {
  const { rows } = await db.query<{ aal: string | null }>(
    'select aal from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > now())',
    [sessionId, userId],
  )
  return rows[0]
}

async function keepRefreshToken(db: Db, userId: string, sessionId: string, token: string, parent: string | null) {
  await db.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, session_id, parent, revoked, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, $3, $4, false, now(), now())`,
    [hashed(token), userId, sessionId, parent],
  )
}

/** Starts a new family. Earlier tokens stop working, and using one counts as theft. */
export async function replaceRefreshToken(db: Db, userId: string, sessionId: string) {
  await db.query("update auth.refresh_tokens set revoked = true, updated_at = '-infinity' where session_id = $1", [sessionId])
  const refreshToken = randomBytes(32).toString('base64url')
  await keepRefreshToken(db, userId, sessionId, refreshToken, null)
  return refreshToken
}

/** Builds the session's tokens at the level of its authentication methods. */
export async function presentSession(
  db: Db,
  tokens: Tokens,
  user: UserRow,
  sessionId: string,
  refreshToken: string,
): Promise<PresentedSession> {
  const { rows: methods } = await db.query<{ method: string; timestamp: number }>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc, authentication_method`,
    [sessionId],
  )
  const presented = presentUser(user, await identitiesOf(db, user.id), await factorsOf(db, user.id))
  const accessToken = await tokens.sign(
    {
      sub: user.id,
      role: 'authenticated',
      email: user.email ?? '',
      phone: '',
      app_metadata: presented.app_metadata,
      user_metadata: presented.user_metadata,
      aal: methods.some(({ method }) => SECOND_METHODS.includes(method)) ? 'aal2' : 'aal1',
      amr: methods,
      session_id: sessionId,
      is_anonymous: false,
    },
    ACCESS_SECONDS,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    expires_at: Math.floor(Date.now() / 1000) + ACCESS_SECONDS,
    refresh_token: refreshToken,
    user: presented,
  }
}

const hashed = (token: string) => createHash('sha256').update(token).digest('hex')
