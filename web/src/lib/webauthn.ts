// Asks the browser for a security key or for the device itself. It is loaded when somebody uses one.
import { AppError } from './errors.ts'

/** Options as the server sends them. In development the accounts client has decoded them already. */
type Encoded = string | BufferSource
interface Descriptor {
  id: Encoded
  transports?: string[]
}
interface CreationOptions {
  challenge: Encoded
  user: { id: Encoded; name: string; displayName: string }
  timeout?: number
  excludeCredentials?: Descriptor[]
}
interface RequestOptions {
  challenge: Encoded
  timeout?: number
  allowCredentials?: Descriptor[]
}

export async function createCredential(given: unknown) {
  const options = given as CreationOptions
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(decodeDescriptor),
  } as PublicKeyCredentialCreationOptions
  const credential = await ask(options.timeout, () => navigator.credentials.create({ publicKey }))
  const response = credential.response as AuthenticatorAttestationResponse
  return jsonOf(credential, {
    attestationObject: encode(response.attestationObject),
    // Older browsers do not tell.
    transports: 'getTransports' in response ? response.getTransports() : [],
  })
}

export async function getCredential(given: unknown) {
  const options = given as RequestOptions
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    allowCredentials: options.allowCredentials?.map(decodeDescriptor),
  } as PublicKeyCredentialRequestOptions
  const credential = await ask(options.timeout, () => navigator.credentials.get({ publicKey }))
  const response = credential.response as AuthenticatorAssertionResponse
  return jsonOf(credential, {
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
    ...(response.userHandle && { userHandle: encode(response.userHandle) }),
  })
}

async function ask(timeoutMs: number | undefined, start: () => Promise<Credential | null>) {
  const startedAt = performance.now()
  try {
    const credential = await start()
    if (credential) return credential as PublicKeyCredential
  } catch (error) {
    const isLate = timeoutMs !== undefined && performance.now() - startedAt > timeoutMs - 1000
    throw new AppError(reasonOf(error, isLate), {}, { cause: error })
  }
  throw new AppError('webauthn_unsupported')
}

/** Browsers give one name to a closed window, a timeout and a missing key, so that a page cannot find out which keys there are. */
function reasonOf(error: unknown, isLate: boolean) {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return isLate ? 'webauthn_timeout' : 'webauthn_cancelled'
    case 'InvalidStateError':
      return 'webauthn_credential_exists'
    case 'SecurityError':
      return 'webauthn_wrong_site'
    default:
      return 'webauthn_unsupported'
  }
}

/** The accounts client calls `toJSON`, itself or through JSON.stringify. */
function jsonOf({ id, response }: PublicKeyCredential, more: object) {
  const json = {
    id,
    rawId: id,
    type: 'public-key',
    response: { clientDataJSON: encode(response.clientDataJSON), ...more },
    clientExtensionResults: {},
  }
  return { ...json, toJSON: () => json }
}

const decodeDescriptor = ({ id, ...rest }: Descriptor) => ({ ...rest, type: 'public-key', id: decode(id) })

function decode(given: Encoded): BufferSource {
  if (typeof given !== 'string') return given
  const binary = atob(given.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function encode(bytes: ArrayBuffer) {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
