// WebAuthn security keys and devices as a second factor: challenges and verification.
import type pg from 'pg'
import type { Tokens } from '../../tokens.ts'
import { inTransaction } from '../../transaction.ts'
import { isObject, type JsonObject } from '../../wire.ts'
import { AuthError, invalid, unprocessable } from '../errors.ts'
import type { SignedIn } from '../signed-in.ts'
import type { Db, UserRow } from '../store.ts'
import { newChallenge, type RelyingParty } from '../webauthn/relying-party.ts'
import { acceptFactor, addressMismatch, challengeNotFound, checkChallenge, lockOwner, readChallengeId } from './challenges.ts'
import { addChallenge, CHALLENGE_SECONDS, type FactorRow, factorsOf, findFactor, keepCredential, takeWebAuthnChallenge } from './store.ts'
import { fromStored, toStored } from './stored-credential.ts'
import type { FactorTries } from './tries.ts'

interface SecurityKeyParts {
  pool: pg.Pool
  tokens: Tokens
  tries: FactorTries
  relyingParty: RelyingParty
}

export function createSecurityKeys({ pool, tokens, tries, relyingParty }: SecurityKeyParts) {
  const optionsOf = async (kind: Kind, challenge: string, user: UserRow, factor: FactorRow) => {
    if (kind === 'request')
      return relyingParty.requestOptions(challenge, { allowed: credentialsOf([factor]), userVerification: 'preferred' })
    const name = user.email ?? user.id
    return relyingParty.creationOptions(challenge, {
      user: { id: user.id, name, displayName: name },
      existing: credentialsOf(await factorsOf(pool, user.id)),
      residentKey: 'discouraged',
      userVerification: 'preferred',
    })
  }

  async function registered(db: Db, factor: FactorRow, answer: Answer) {
    const credential = await relyingParty.checkCreation(answer)
    if (!credential) throw refused()
    const others = credentialsOf(await factorsOf(db, factor.user_id))
    if (others.some(({ id }) => id === credential.id))
      throw unprocessable('webauthn_credential_exists', 'This credential is already registered')
    return credential
  }

  async function used(factor: FactorRow, answer: Answer) {
    const [known] = credentialsOf([factor])
    const state = known && (await relyingParty.checkRequest(answer, known))
    if (!state) throw refused()
    return { ...known, ...state }
  }

  return {
    async challenge({ user, sessionId }: SignedIn, factor: FactorRow, address: string) {
      await tries.countChallenge(user.id, address)
      const [kind, challenge] = [kindFor(factor), newChallenge()]
      const options = await optionsOf(kind, challenge, user, factor)
      const id = await inTransaction(pool, (db) =>
        addChallenge(db, factor.id, address, { challenge, type: kind, user_id: user.id, session_id: sessionId }),
      )
      return Response.json({
        id,
        type: factor.factor_type,
        expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS,
        webauthn: { type: kind, credential_options: { publicKey: options } },
      })
    },

    async verify({ user, sessionId, isAal2 }: SignedIn, factor: FactorRow, body: JsonObject, address: string) {
      const { type, response } = readAnswer(body)
      const challengeId = readChallengeId(body)
      await tries.countCode(user.id, address)
      await checkChallenge(pool, factor, challengeId, address)
      // The challenge is used up even if the verification fails.
      const asked = await takeWebAuthnChallenge(pool, challengeId)
      if (!asked) throw addressMismatch()
      if (asked.session_id !== sessionId) throw challengeNotFound()
      const answer = { response, challenge: asked.challenge, mustVerifyUser: false }
      await relyingParty.load()
      const session = await inTransaction(pool, async (db) => {
        const current = await lockOwner(db, user.id, sessionId)
        const locked = await findFactor(db, user.id, factor.id)
        if (!locked) throw challengeNotFound()
        // The factor's state decides whether a key is registered or used, so that a new key cannot pass as the known one.
        if (type !== asked.type || type !== kindFor(locked)) throw refused()
        if (type === 'create' && !isAal2 && (await factorsOf(db, user.id)).some(({ status }) => status === 'verified'))
          throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
        const credential = type === 'create' ? await registered(db, locked, answer) : await used(locked, answer)
        await keepCredential(db, locked.id, toStored(credential), credential.aaguid)
        return acceptFactor(db, tokens, { user: current, sessionId, factor: locked, method: 'mfa/webauthn' })
      })
      await tries.acceptCode(user.id, address)
      return Response.json(session)
    },
  }
}

type Kind = 'create' | 'request'
type Answer = Parameters<RelyingParty['checkCreation']>[0]

const kindFor = ({ status }: FactorRow): Kind => (status === 'verified' ? 'request' : 'create')

const credentialsOf = (factors: FactorRow[]) =>
  factors.flatMap(({ web_authn_credential }) => (web_authn_credential ? [fromStored(web_authn_credential)] : []))

function readAnswer(body: JsonObject): { type: Kind; response: JsonObject } {
  const given = body['webauthn']
  if (!isObject(given)) throw invalid('WebAuthn config required')
  const { type, credential_response: response } = given
  if (type !== 'create' && type !== 'request') throw invalid('WebAuthn type must be create or request')
  if (!isObject(response)) throw invalid('credential_response required')
  return { type, response }
}

const refused = () => unprocessable('mfa_verification_failed', 'Failed to validate WebAuthn MFA response')

export type SecurityKeys = ReturnType<typeof createSecurityKeys>
