// The site as WebAuthn's relying party: it makes the options of a ceremony and checks what an authenticator answered. Name and
// origin are those of the configured site, whatever a request claims.
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '../../wire.ts'

const CHALLENGE_BYTES = 32
/** How long the browser waits for the person. */
const TIMEOUT_MS = 120_000
/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]
const MAX_CREDENTIAL_ID_LENGTH = 1400
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

export interface Credential {
  /** In base64url. */
  id: string
  /** A COSE key. */
  publicKey: Buffer
  signCount: number
  transports: string[]
  aaguid: string
  isVerifiedUser: boolean
  isBackupEligible: boolean
  isBackedUp: boolean
}

type KnownCredential = Pick<Credential, 'id' | 'transports'>

interface Ceremony {
  /** As the authenticator sent it; it may be anything. */
  response: unknown
  challenge: string
  /** Whether the authenticator must have asked for a PIN, a finger or a face. */
  mustVerifyUser: boolean
}

interface CreationOptions {
  user: { id: string; name: string; displayName: string }
  existing: KnownCredential[]
  residentKey: 'required' | 'discouraged'
  userVerification: 'required' | 'preferred'
}

export const newChallenge = () => randomBytes(CHALLENGE_BYTES).toString('base64url')

/** What identifies an account towards an authenticator, as GoTrue has it. */
export const handleOf = (userId: string) => Buffer.from(userId).toString('base64url')

export function createRelyingParty({ siteUrl, name }: { siteUrl: string; name: string | undefined }) {
  const { hostname, host } = new URL(siteUrl)
  const expected = (challenge: string, mustVerifyUser: boolean) => ({
    expectedChallenge: challenge,
    expectedOrigin: siteUrl,
    expectedRPID: hostname,
    requireUserVerification: mustVerifyUser,
  })

  return {
    /** Loads the library, which takes a while the first time: before a transaction, not inside one. */
    async load() {
      await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])
    },

    creationOptions(challenge: string, { user, existing, residentKey, userVerification }: CreationOptions) {
      return {
        rp: { id: hostname, name: name ?? host },
        user: { ...user, id: handleOf(user.id) },
        challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        excludeCredentials: existing.map(descriptorOf),
        authenticatorSelection: { residentKey, requireResidentKey: residentKey === 'required', userVerification },
        attestation: 'none',
      }
    },

    requestOptions(challenge: string, { allowed, userVerification }: { allowed: KnownCredential[]; userVerification: string }) {
      return { challenge, timeout: TIMEOUT_MS, rpId: hostname, allowCredentials: allowed.map(descriptorOf), userVerification }
    },

    /** The new credential; undefined when the answer does not hold. */
    async checkCreation({ response, challenge, mustVerifyUser }: Ceremony): Promise<Credential | undefined> {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      return orUndefined(async () => {
        const given = await withoutStatement(response)
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: given,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected(challenge, mustVerifyUser),
        })
        if (!verified || registrationInfo.credential.id.length > MAX_CREDENTIAL_ID_LENGTH) return undefined
        const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
        if (credential.id !== given.id) return undefined
        return {
          id: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          signCount: credential.counter,
          transports: transportsIn(credential.transports),
          aaguid,
          isVerifiedUser: userVerified,
          isBackupEligible: credentialDeviceType === 'multiDevice',
          isBackedUp: credentialBackedUp,
        }
      })
    },

    /** The state of the credential after this use; undefined when the answer does not hold, or its counter went back. */
    async checkRequest({ response, challenge, mustVerifyUser }: Ceremony, credential: Pick<Credential, 'id' | 'publicKey' | 'signCount'>) {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      return orUndefined(async () => {
        if (!isObject(response) || response['id'] !== credential.id) return undefined
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: response as unknown as AuthenticationResponseJSON,
          credential: { id: credential.id, publicKey: new Uint8Array(credential.publicKey), counter: credential.signCount },
          ...expected(challenge, mustVerifyUser),
        })
        return verified ? { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp } : undefined
      })
    },
  }
}

const descriptorOf = ({ id, transports }: KnownCredential) => ({
  type: 'public-key',
  id,
  ...(transports.length ? { transports } : {}),
})

const transportsIn = (given: unknown) => (Array.isArray(given) ? TRANSPORTS.filter((transport) => given.includes(transport)) : [])

/** The library throws for every answer that does not hold, malformed ones included. */
async function orUndefined<Result>(check: () => Promise<Result | undefined>) {
  try {
    return await check()
  } catch {
    return undefined
  }
}

/**
 * Without the maker's statement about the authenticator, which nobody asked for: checking one can make the library fetch addresses
 * that the sender has chosen.
 */
async function withoutStatement(response: unknown): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const given = response as RegistrationResponseJSON
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(given.response.attestationObject)).get('authData')
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return { ...given, response: { ...given.response, attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(bare)) } }
}

export type RelyingParty = ReturnType<typeof createRelyingParty>
