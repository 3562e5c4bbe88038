// Second factors: enrolling, challenging, verifying and removing them, compatible with GoTrue. This file handles authenticator apps,
// security-key.ts security keys.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Tokens } from '../../tokens.ts'
import { inTransaction } from '../../transaction.ts'
import type { JsonObject } from '../../wire.ts'
import { AuthError, invalid, noSession, unprocessable } from '../errors.ts'
import { isUuid, readText } from '../input.ts'
import type { Limits } from '../limits.ts'
import { requireRecent } from '../reauthentication.ts'
import type { SignedIn } from '../signed-in.ts'
import { type Db, lockUser, type UserRow } from '../store.ts'
import { acceptFactor, addressMismatch, checkChallenge, lockOwner, readChallengeId } from './challenges.ts'
import { MAX_QR_BYTES, qrSvg } from './qr.ts'
import type { Secrets } from './secrets.ts'
import type { SecurityKeys } from './security-key.ts'
import {
  addChallenge,
  addFactor,
  CHALLENGE_SECONDS,
  type FactorRow,
  factorsOf,
  findFactor,
  forgetAbandonedFactors,
  removeFactor,
  useChallenge,
} from './store.ts'
import { matchingStep, newSecret, totpUri } from './totp.ts'
import type { FactorTries } from './tries.ts'

const MAX_FACTORS = 10
const MAX_NAME_LENGTH = 100

export interface SecondFactorParts {
  pool: pg.Pool
  tokens: Tokens
  limits: Limits
  tries: FactorTries
  secrets: Secrets
  siteUrl: string
  securityKeys: SecurityKeys
  /** Whether security keys can be enrolled, and whether enrolled ones can be verified. */
  webAuthn: { enrolls: boolean; verifies: boolean }
}

export function createSecondFactor({ pool, tokens, limits, tries, secrets, siteUrl, securityKeys, webAuthn }: SecondFactorParts) {
  async function ownFactor(user: UserRow, factorId: string) {
    if (!isUuid(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
    const factor = await findFactor(pool, user.id, factorId)
    if (!factor) throw factorNotFound()
    return factor
  }

  function newApp(user: UserRow, issuer: string) {
    const secret = newSecret()
    const uri = totpUri({ issuer: issuer || new URL(siteUrl).host, account: user.email ?? '', secret })
    if (uri.length > MAX_QR_BYTES) throw invalid('issuer is too long')
    return { secret, uri }
  }

  function requireTotp(factor: FactorRow) {
    if (factor.factor_type !== 'totp') throw invalid('factor_type needs to be totp or webauthn')
  }

  function requireWebAuthn() {
    if (!webAuthn.verifies) throw unprocessable('mfa_webauthn_verify_not_enabled', 'MFA verification is disabled for WebAuthn')
  }

  async function verifyTotp({ user, sessionId }: SignedIn, factor: FactorRow, body: JsonObject, address: string) {
    const code = readText(body, 'code')?.trim()
    if (!code) throw invalid('Code needs to be non-empty')
    const challengeId = readChallengeId(body)
    await tries.countCode(user.id, address)
    await checkChallenge(pool, factor, challengeId, address)
    const { secret, isCurrent } = secrets.open(factor.id, factor.secret ?? '')
    const step = matchingStep(secret, code, Date.now())
    if (step === undefined) throw wrongCode()
    const session = await inTransaction(pool, async (db) => {
      const current = await lockOwner(db, user.id, sessionId)
      if (!(await useChallenge(db, challengeId))) throw addressMismatch()
      // A code works once, because somebody may have read it over the owner's shoulder.
      if (!(await useStep(db, factor.id, step))) throw wrongCode()
      if (!isCurrent) await db.query('update auth.mfa_factors set secret = $2 where id = $1', [factor.id, secrets.seal(factor.id, secret)])
      return acceptFactor(db, tokens, { user: current, sessionId, factor, method: 'totp' })
    })
    await tries.acceptCode(user.id, address)
    return Response.json(session)
  }

  return {
    async enrol({ user, isAal2 }: SignedIn, body: JsonObject) {
      const type = readText(body, 'factor_type')
      if (type === 'phone' || (type === 'webauthn' && !webAuthn.enrolls))
        throw unprocessable(`mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type === 'phone' ? 'Phone' : 'WebAuthn'}`)
      if (type !== 'totp' && type !== 'webauthn') throw invalid('factor_type needs to be totp, phone, or webauthn')
      const friendlyName = readName(body, 'friendly_name')
      const app = type === 'totp' ? newApp(user, readName(body, 'issuer')) : undefined
      await limits.check('factor enrolment', user.id)
      const id = randomUUID()
      await inTransaction(pool, async (db) => {
        if (!(await lockUser(db, user.id))) throw noSession()
        await checkNewFactor(db, user.id, friendlyName, isAal2)
        await addFactor(db, {
          id,
          userId: user.id,
          type,
          status: 'unverified',
          friendlyName,
          secret: app ? secrets.seal(id, app.secret) : null,
        })
      })
      const totp = app && { qr_code: qrSvg(app.uri), secret: app.secret, uri: app.uri }
      return Response.json({ id, type, friendly_name: friendlyName, totp })
    },

    async challenge(person: SignedIn, factorId: string, address: string) {
      const factor = await ownFactor(person.user, factorId)
      if (factor.factor_type === 'webauthn') {
        requireWebAuthn()
        return securityKeys.challenge(person, factor, address)
      }
      requireTotp(factor)
      await tries.countChallenge(person.user.id, address)
      const id = await inTransaction(pool, (db) => addChallenge(db, factor.id, address))
      return Response.json({ id, type: factor.factor_type, expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS })
    },

    async verify(person: SignedIn, factorId: string, body: JsonObject, address: string) {
      const factor = await ownFactor(person.user, factorId)
      if (factor.factor_type === 'webauthn') {
        requireWebAuthn()
        return securityKeys.verify(person, factor, body, address)
      }
      requireTotp(factor)
      return verifyTotp(person, factor, body, address)
    },

    async unenrol(person: SignedIn, factorId: string) {
      const { user, isAal2 } = person
      const factor = await ownFactor(user, factorId)
      if (factor.status === 'verified' && !isAal2) throw unprocessable('insufficient_aal', 'AAL2 required to unenroll verified factor')
      if (factor.status === 'verified') requireRecent(person, 'Factor update')
      await inTransaction(pool, async (db) => {
        await lockUser(db, user.id)
        await removeWithCodes(db, factor)
      })
      return Response.json({ id: factor.id })
    },
  }
}

/** Recovery codes are never the only factor, so removing the last other factor removes them too. */
export async function removeWithCodes(db: Db, factor: FactorRow) {
  await removeFactor(db, factor, methodOf(factor))
  const left = (await factorsOf(db, factor.user_id)).filter(({ status }) => status === 'verified')
  if (left.every(({ factor_type }) => factor_type === 'recovery_code'))
    for (const codes of left) await removeFactor(db, codes, methodOf(codes))
}

const methodOf = ({ factor_type }: FactorRow) => (factor_type === 'totp' ? 'totp' : `mfa/${factor_type}`)

async function checkNewFactor(db: Db, userId: string, friendlyName: string, isAal2: boolean) {
  await forgetAbandonedFactors(db, userId)
  const factors = await factorsOf(db, userId)
  checkName(factors, friendlyName)
  if (factors.length >= MAX_FACTORS)
    throw unprocessable('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
  if (!isAal2 && factors.some(({ status }) => status === 'verified'))
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

export function checkName(factors: FactorRow[], friendlyName: string) {
  if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName))
    throw unprocessable(
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    )
}

/** Returns false if a code of this step or a later one was used before. */
async function useStep(db: Db, factorId: string, step: number) {
  const { rows } = await db.query<{ isNew: boolean }>('select _server.use_code_step($1, $2) as "isNew"', [factorId, step])
  return rows[0]?.isNew ?? false
}

export function readName(body: JsonObject, name: string) {
  const value = readText(body, name)?.trim() ?? ''
  if (value.length > MAX_NAME_LENGTH) throw invalid(`${name} must not be longer than ${MAX_NAME_LENGTH} characters`)
  return value
}

export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
const wrongCode = () => unprocessable('mfa_verification_failed', 'Invalid TOTP code entered')

export type SecondFactor = ReturnType<typeof createSecondFactor>
