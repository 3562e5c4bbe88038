// Steps shared by all kinds of factors: checking the challenge and raising the session's level.
import type { Tokens } from '../../tokens.ts'
import { AuthError, noSession, unprocessable } from '../errors.ts'
import { isUuid, readText } from '../input.ts'
import { liveSession } from '../sessions.ts'
import { type Db, lockUser } from '../store.ts'
import { raiseSession, type SecondMethod } from './session-level.ts'
import { type FactorRow, findChallenge } from './store.ts'

export function readChallengeId(body: Record<string, unknown>) {
  const id = readText(body, 'challenge_id') ?? ''
  if (!isUuid(id)) throw new AuthError(400, 'bad_json', 'challenge_id must be an UUID')
  return id
}

export async function checkChallenge(db: Db, factor: FactorRow, challengeId: string, address: string) {
  const challenge = await findChallenge(db, factor.id, challengeId, address)
  if (!challenge) throw challengeNotFound()
  if (!challenge.is_open) throw addressMismatch()
  if (challenge.is_expired)
    throw unprocessable(
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    )
}

/** Returns the account's current row, locked, if the session still exists. */
export async function lockOwner(db: Db, userId: string, sessionId: string) {
  const user = await lockUser(db, userId)
  if (!user || !(await liveSession(db, sessionId, userId))) throw noSession()
  return user
}

interface Proven {
  user: NonNullable<Awaited<ReturnType<typeof lockUser>>>
  sessionId: string
  factor: FactorRow
  method: SecondMethod
}

/** Marks the factor as verified and deletes every unverified one, which a stranger with the password may have begun. */
export async function acceptFactor(db: Db, tokens: Tokens, { user, sessionId, factor, method }: Proven) {
  await db.query("update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1", [factor.id])
  await db.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [user.id])
  return raiseSession(db, tokens, { user, sessionId, factorId: factor.id, method })
}

export const challengeNotFound = () => unprocessable('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const addressMismatch = () => unprocessable('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
