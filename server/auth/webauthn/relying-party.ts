// The site as a WebAuthn relying party: creates the options of a ceremony and verifies the authenticator's response. Name and origin come
// from the configuration, never from the request.
import { randomBytes } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject } from '../../wire.ts'

const CHALLENGE_BYTES = 32
/** How long the browser waits for the user. */
const TIMEOUT_MS = 120_000
/** EdDSA, ES256 and RS256, the algorithms of common authenticators. */
const ALGORITHMS = [-8, -7, -257]
const MAX_CREDENTIAL_ID_LENGTH = 1400
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

export interface Credential {
  /** The credential's id in base64url. */
  id: string
  /** The public key in COSE format. */
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
  /** The unvalidated response of the authenticator. */
  response: unknown
  challenge: string
  /** Whether the authenticator must verify its user by PIN, fingerprint or face. */
  mustVerifyUser: boolean
}

interface CreationOptions {
  user: { id: string; name: string; displayName: string }
  existing: KnownCredential[]
  residentKey: 'required' | 'discouraged'
  userVerification: 'required' | 'preferred'
}

export const newChallenge = () => randomBytes(CHALLENGE_BYTES).toString('base64url')

/** The id of an account towards authenticators, in GoTrue's format. */
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
    /** Loads the library. The first time is slow, so call it before a transaction. */
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

    /** Returns the new credential, or undefined if the response is invalid. */
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

    /** Returns the credential's new state, or undefined if the response is invalid or the counter went back. */
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

/** The library throws for every invalid response, including malformed ones. */
async function orUndefined<Result>(check: () => Promise<Result | undefined>) {
  try {
    return await check()
  } catch {
    return undefined
  }
}

/** Removes the attestation statement, which we do not request: verifying one can make the library fetch URLs chosen by the sender. */
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
