// Passkeys: signing in with a device or key instead of the password, compatible with GoTrue. A passkey is a first factor: its session is at
// aal1, even if the device verified its user.
import type pg from 'pg'
import type { Tokens } from '../../tokens.ts'
import { inTransaction } from '../../transaction.ts'
import { isObject, type JsonObject } from '../../wire.ts'
import type { Caller } from '../accounts.ts'
import { AuthError, invalid, noSession, unprocessable } from '../errors.ts'
import { isUuid, readText } from '../input.ts'
import type { KnownNetworks } from '../known-networks.ts'
import type { Limits } from '../limits.ts'
import { hasVerifiedFactor } from '../mfa/store.ts'
import { requireRecent } from '../reauthentication.ts'
import { isBanned, startSession } from '../sessions.ts'
import type { SignedIn } from '../signed-in.ts'
import { lockUser } from '../store.ts'
import {
  addPasskey,
  addPasskeyChallenge,
  CHALLENGE_SECONDS,
  lockPasskey,
  notePasskeyUse,
  passkeysOf,
  presentPasskey,
  removePasskey,
  renamePasskey,
  takePasskeyChallenge,
} from './passkey-store.ts'
import { handleOf, newChallenge, type RelyingParty } from './relying-party.ts'

const MAX_PASSKEYS = 10
const MAX_NAME_LENGTH = 120
const DEFAULT_NAME = 'Passkey'

interface PasskeyParts {
  pool: pg.Pool
  tokens: Tokens
  limits: Limits
  knownNetworks: KnownNetworks
  relyingParty: RelyingParty
}

export function createPasskeys({ pool, tokens, limits, knownNetworks, relyingParty }: PasskeyParts) {
  async function requireLevel(person: SignedIn) {
    if (!person.isAal2 && (await hasVerifiedFactor(pool, person.user.id)))
      throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled')
    requireRecent(person, 'Managing passkeys')
  }

  return {
    async startRegistration(person: SignedIn) {
      await requireLevel(person)
      const { user } = person
      await limits.check('factor enrolment', user.id)
      const existing = await passkeysOf(pool, user.id)
      if (existing.length >= MAX_PASSKEYS) throw tooMany()
      const challenge = newChallenge()
      const name = user.email ?? user.id
      const options = relyingParty.creationOptions(challenge, {
        user: { id: user.id, name, displayName: name },
        existing,
        residentKey: 'required',
        userVerification: 'required',
      })
      return presentChallenge(await addPasskeyChallenge(pool, 'registration', user.id, challenge), options)
    },

    async verifyRegistration(person: SignedIn, body: JsonObject) {
      await requireLevel(person)
      const userId = person.user.id
      const { challengeId, response } = readAnswer(body)
      const challenge = await takePasskeyChallenge(pool, 'registration', userId, challengeId)
      checkChallenge(challenge)
      const credential = await relyingParty.checkCreation({ response, challenge: challenge.challenge, mustVerifyUser: true })
      if (!credential) throw refused()
      const added = await inTransaction(pool, async (db) => {
        if (!(await lockUser(db, userId))) throw noSession()
        if ((await passkeysOf(db, userId)).length >= MAX_PASSKEYS) throw tooMany()
        const row = await addPasskey(db, userId, credential, DEFAULT_NAME)
        if (!row) throw unprocessable('webauthn_credential_exists', 'This credential is already registered')
        return row
      })
      const { id, friendly_name, created_at } = presentPasskey(added)
      return Response.json({ id, friendly_name, created_at })
    },

    async startAuthentication({ address }: Caller) {
      await limits.check('passkey address', address)
      const challenge = newChallenge()
      const options = relyingParty.requestOptions(challenge, { allowed: [], userVerification: 'required' })
      return presentChallenge(await addPasskeyChallenge(pool, 'authentication', null, challenge), options)
    },

    async verifyAuthentication({ address, userAgent }: Caller, body: JsonObject) {
      const { challengeId, response } = readAnswer(body)
      await limits.check('sign-in address', address)
      const challenge = await takePasskeyChallenge(pool, 'authentication', null, challengeId)
      checkChallenge(challenge)
      await relyingParty.load()
      const session = await inTransaction(pool, async (db) => {
        const passkey = await lockPasskey(db, response['id'])
        const user = passkey && (await lockUser(db, passkey.user_id))
        // The response names the account of the passkey; it must match the stored one.
        if (!user || handleIn(response) !== handleOf(user.id)) throw refused()
        const answer = { response, challenge: challenge.challenge, mustVerifyUser: true }
        const state = await relyingParty.checkRequest(answer, passkey)
        if (!state) throw refused()
        if (!user.email_confirmed_at) throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed')
        if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
        await notePasskeyUse(db, passkey.row_id, state)
        return startSession(db, tokens, user, 'passkey', userAgent)
      })
      await knownNetworks.remember(session.user.id, address)
      return Response.json(session)
    },

    async list({ user }: Pick<SignedIn, 'user'>) {
      return Response.json((await passkeysOf(pool, user.id)).map(presentPasskey))
    },

    async rename({ user }: SignedIn, id: string, body: JsonObject) {
      const name = readText(body, 'friendly_name')?.trim()
      if (!name) throw invalid('friendly_name is required')
      if (name.length > MAX_NAME_LENGTH) throw invalid(`friendly_name must be ${MAX_NAME_LENGTH} characters or less`)
      const renamed = isUuid(id) ? await renamePasskey(pool, user.id, id, name) : undefined
      if (!renamed) throw notFound()
      return Response.json(presentPasskey(renamed))
    },

    async remove(person: SignedIn, id: string) {
      await requireLevel(person)
      return this.removeFor(person.user.id, id)
    },

    /** Also for the secret key. */
    async removeFor(userId: string, id: string) {
      if (!isUuid(id) || !(await removePasskey(pool, userId, id))) throw notFound()
      return new Response(null, { status: 204 })
    },
  }
}

const presentChallenge = (challengeId: string, options: object) =>
  Response.json({ challenge_id: challengeId, options, expires_at: Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS })

function readAnswer(body: JsonObject) {
  const [challengeId, response] = [readText(body, 'challenge_id'), body['credential']]
  if (!challengeId) throw invalid('challenge_id is required')
  if (!isObject(response)) throw invalid('credential is required')
  if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID')
  return { challengeId, response }
}

function handleIn({ response }: JsonObject) {
  return isObject(response) ? response['userHandle'] : undefined
}

function checkChallenge<Row extends { is_expired: boolean }>(challenge: Row | undefined): asserts challenge is Row {
  if (!challenge) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
  if (challenge.is_expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
}

const refused = () => new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
const tooMany = () => unprocessable('too_many_passkeys', 'Maximum number of passkeys reached')
const notFound = () => new AuthError(404, 'validation_failed', 'Passkey not found')

export type Passkeys = ReturnType<typeof createPasskeys>
