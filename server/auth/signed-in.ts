// Finds the signed-in user for routes that require one.
import type pg from 'pg'
import type { Identities } from '../identity.ts'
import { bearerToken } from '../wire.ts'
import { AuthError, noSession } from './errors.ts'
import { isBanned, liveSession } from './sessions.ts'
import { findById, type UserRow } from './store.ts'

export interface SignedIn {
  user: UserRow
  sessionId: string
  /**
   * Whether a second factor was verified in both this token and the session. A token issued before the session was raised stays at the
   * lower level, and removing the factor lowers every token of the session.
   */
  isAal2: boolean
  /** The time at which a password, link, code or factor was last checked in this session, in seconds since 1970, from the token. */
  authenticatedAt: number
}

export type FindSignedIn = (request: Request) => Promise<SignedIn>

export function createSignedIn({ pool, identities }: { pool: pg.Pool; identities: Pick<Identities, 'identifyPerson'> }): FindSignedIn {
  return async (request) => {
    const token = bearerToken(request)
    if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const { claims, sessionId } = await identities.identifyPerson(token).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : ''
      throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
    })
    const user = await findById(pool, claims.sub)
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    const session = await liveSession(pool, sessionId, user.id)
    if (!session) throw noSession()
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    const isAal2 = claims['aal'] === 'aal2' && session.aal === 'aal2'
    return { user, sessionId, isAal2, authenticatedAt: newestTime(claims['amr']) }
  }
}

function newestTime(amr: unknown) {
  const entries: unknown[] = Array.isArray(amr) ? amr : []
  return Math.max(0, ...entries.map((entry) => (hasTime(entry) ? entry.timestamp : 0)))
}

const hasTime = (entry: unknown): entry is { timestamp: number } =>
  typeof entry === 'object' && entry !== null && 'timestamp' in entry && typeof entry.timestamp === 'number'
