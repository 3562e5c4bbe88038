// Recovery codes for people who have lost their other factor: a set of ten, each for one use, stored as hashes.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { inTransaction } from '../../transaction.ts'
import type { JsonObject } from '../../wire.ts'
import { AuthError, invalid, noSession, unprocessable } from '../errors.ts'
import { readText } from '../input.ts'
import type { PresentedSession } from '../present.ts'
import { liveSession } from '../sessions.ts'
import type { SignedIn } from '../signed-in.ts'
import { type Db, lockUser } from '../store.ts'
import { checkName, factorNotFound, readName, removeWithCodes, type SecondFactorParts } from './second-factor.ts'
import { raiseSession } from './session-level.ts'
import { addFactor, factorsOf, hasVerifiedFactor } from './store.ts'
import { toBase32 } from './totp.ts'

const CODES = 10
/** 80 bits are too many to find a code by brute force. */
const CODE_BYTES = 10
const DEFAULT_NAME = 'Recovery codes'
const TYPE = 'recovery_code'

export function createRecoveryCodes({ pool, tokens, limits, tries }: Pick<SecondFactorParts, 'pool' | 'tokens' | 'limits' | 'tries'>) {
  const codesOf = async (db: Db, userId: string) => (await factorsOf(db, userId)).find(({ factor_type }) => factor_type === TYPE)

  const ownCodes = async (db: Db, userId: string) => {
    const factor = await codesOf(db, userId)
    if (!factor) throw factorNotFound()
    return factor
  }

  const requireAal2 = ({ isAal2 }: SignedIn) => {
    if (!isAal2) throw new AuthError(403, 'insufficient_aal', 'AAL2 required to manage recovery codes')
  }

  return {
    async status({ user }: SignedIn) {
      const { id } = await ownCodes(pool, user.id)
      const { rows } = await pool.query<{ total: number; remaining: number }>('select * from _server.count_recovery_codes($1)', [id])
      return Response.json({ id, type: TYPE, ...rows[0] })
    },

    async generate(person: SignedIn, body: JsonObject) {
      const friendlyName = readName(body, 'friendly_name') || DEFAULT_NAME
      const userId = person.user.id
      if (!(await hasVerifiedFactor(pool, userId)))
        throw unprocessable('mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor')
      requireAal2(person)
      const [id, codes] = [randomUUID(), newCodes()]
      await inTransaction(pool, async (db) => {
        await lockUser(db, userId)
        const factors = await factorsOf(db, userId)
        if (factors.some(({ factor_type }) => factor_type === TYPE))
          throw unprocessable('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to continue')
        checkName(factors, friendlyName)
        await addFactor(db, { id, userId, type: TYPE, status: 'verified', friendlyName, secret: null })
        await keep(db, id, codes)
      })
      return Response.json({ id, type: TYPE, friendly_name: friendlyName, total: CODES, codes })
    },

    async regenerate(person: SignedIn) {
      requireAal2(person)
      const codes = newCodes()
      const factor = await inTransaction(pool, async (db) => {
        await lockUser(db, person.user.id)
        const kept = await ownCodes(db, person.user.id)
        await keep(db, kept.id, codes)
        return kept
      })
      await limits.forget('recovery code account', person.user.id)
      return Response.json({ id: factor.id, type: TYPE, friendly_name: factor.friendly_name ?? undefined, total: CODES, codes })
    },

    async verify({ user, sessionId }: SignedIn, body: JsonObject, address: string) {
      const code = readText(body, 'code')
      if (!code) throw invalid('Code needs to be non-empty')
      await tries.countRecoveryCode(user.id, address).catch(locked)
      const session = await inTransaction(pool, async (db): Promise<PresentedSession> => {
        const current = await lockUser(db, user.id)
        if (!current || !(await liveSession(db, sessionId, user.id))) throw noSession()
        const factor = await codesOf(db, user.id)
        if (!factor || !(await use(db, factor.id, code))) throw unprocessable('mfa_verification_failed', 'Invalid recovery code entered')
        return raiseSession(db, tokens, { user: current, sessionId, factorId: factor.id, method: 'mfa/recovery_code' })
      })
      await tries.acceptRecoveryCode(user.id, address)
      return Response.json(session)
    },

    async unenrol(person: SignedIn) {
      requireAal2(person)
      const factor = await inTransaction(pool, async (db) => {
        await lockUser(db, person.user.id)
        const kept = await ownCodes(db, person.user.id)
        await removeWithCodes(db, kept)
        return kept
      })
      return Response.json({ id: factor.id })
    },
  }
}

function locked(error: unknown): never {
  if (!(error instanceof AuthError)) throw error
  throw new AuthError(429, 'mfa_recovery_codes_locked', 'Too many attempts, try again later', { retryAfter: error.retryAfter ?? 1 })
}

const newCodes = () => Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)).toLowerCase())

/** Accepts capitals, spaces and dashes. */
const hashOf = (factorId: string, code: string) =>
  createHash('sha256')
    .update(`${factorId} ${code.toLowerCase().replaceAll(/[\s-]/g, '').slice(0, 100)}`)
    .digest()

const keep = (db: Db, factorId: string, codes: string[]) =>
  db.query('select _server.keep_recovery_codes($1, $2)', [factorId, codes.map((code) => hashOf(factorId, code))])

async function use(db: Db, factorId: string, code: string) {
  const { rows } = await db.query<{ isRight: boolean }>('select _server.use_recovery_code($1, $2) as "isRight"', [
    factorId,
    hashOf(factorId, code),
  ])
  return rows[0]?.isRight ?? false
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>
