// Queries on auth.mfa_factors and auth.mfa_challenges.
import { randomUUID } from 'node:crypto'
import type { Db } from '../store.ts'
import type { StoredCredential } from './stored-credential.ts'

export interface FactorRow {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  status: 'unverified' | 'verified'
  created_at: Date
  updated_at: Date
  secret: string | null
  last_challenged_at: Date | null
  web_authn_credential: StoredCredential | null
}

interface ChallengeRow {
  id: string
  is_open: boolean
  is_expired: boolean
}

/** Challenges expire after this time, and incomplete enrolments are deleted. */
export const CHALLENGE_SECONDS = 300

const COLUMNS = 'id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, last_challenged_at, web_authn_credential'

export async function factorsOf(db: Db, userId: string) {
  const { rows } = await db.query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id`, [userId])
  return rows
}

export async function findFactor(db: Db, userId: string, factorId: string) {
  const { rows } = await db.query<FactorRow>(`select ${COLUMNS} from auth.mfa_factors where user_id = $1 and id = $2`, [userId, factorId])
  return rows[0]
}

export async function hasVerifiedFactor(db: Db, userId: string) {
  const { rowCount } = await db.query("select from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1", [userId])
  return Boolean(rowCount)
}

interface NewFactor {
  id: string
  userId: string
  type: FactorRow['factor_type']
  status: FactorRow['status']
  friendlyName: string
  secret: string | null
}

export async function addFactor(db: Db, { id, userId, type, status, friendlyName, secret }: NewFactor) {
  await db.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [id, userId, friendlyName, type, status, secret],
  )
}

/** Deletes incomplete enrolments, which would otherwise count towards the maximum number of factors. */
export async function forgetAbandonedFactors(db: Db, userId: string) {
  await db.query(
    `delete from auth.mfa_factors f
     where f.user_id = $1 and f.status = 'unverified' and f.created_at < now() - make_interval(secs => $2)
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id and c.created_at > now() - make_interval(secs => $2))`,
    [userId, CHALLENGE_SECONDS],
  )
}

/** Lowers the sessions that the factor had raised; their next token has the lower level. */
export async function removeFactor(db: Db, { id, user_id }: Pick<FactorRow, 'id' | 'user_id'>, method: string) {
  await db.query('delete from auth.mfa_factors where id = $1', [id])
  await db.query(
    `delete from auth.mfa_amr_claims where authentication_method = $3
       and session_id in (select s.id from auth.sessions s where s.user_id = $1 and s.factor_id = $2)`,
    [user_id, id, method],
  )
  await db.query("update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where user_id = $1 and factor_id = $2", [
    user_id,
    id,
  ])
}

/** The data that a WebAuthn challenge is bound to. */
interface WebAuthnChallenge {
  challenge: string
  type: 'create' | 'request'
  user_id: string
  session_id: string
}

export async function addChallenge(db: Db, factorId: string, address: string, webAuthn?: WebAuthnChallenge) {
  const id = randomUUID()
  // Updates the factor's row first. The column has a unique constraint, on hosted too, so the update locks out challenges that refer to the
  // row.
  await db.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId])
  await db.query('delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)', [
    factorId,
    CHALLENGE_SECONDS,
  ])
  await db.query(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data) values ($1, $2, now(), $3, $4)',
    [id, factorId, address, webAuthn ?? null],
  )
  return id
}

/** Finds an unused challenge that was requested from the same network. */
export async function findChallenge(db: Db, factorId: string, challengeId: string, address: string) {
  const { rows } = await db.query<ChallengeRow>(
    `select id, verified_at is null and ip_address = $3::inet as is_open, created_at < now() - make_interval(secs => $4) as is_expired
     from auth.mfa_challenges where id = $2 and factor_id = $1`,
    [factorId, challengeId, address, CHALLENGE_SECONDS],
  )
  return rows[0]
}

/** Returns true for exactly one of several concurrent calls. */
export async function useChallenge(db: Db, challengeId: string) {
  const { rowCount } = await db.query('update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null', [
    challengeId,
  ])
  return Boolean(rowCount)
}

/** Like `useChallenge`, but returns the data of the challenge. */
export async function takeWebAuthnChallenge(db: Db, challengeId: string) {
  const { rows } = await db.query<{ asked: WebAuthnChallenge }>(
    `update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null and web_authn_session_data is not null
     returning web_authn_session_data as asked`,
    [challengeId],
  )
  return rows[0]?.asked
}

export async function keepCredential(db: Db, factorId: string, credential: StoredCredential, aaguid: string) {
  await db.query('update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3, updated_at = now() where id = $1', [
    factorId,
    credential,
    aaguid,
  ])
}
