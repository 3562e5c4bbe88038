// Asks the browser for a security key or for the device itself. The module is loaded when a person uses one.
import {
  deserializeCredentialCreationOptions,
  deserializeCredentialRequestOptions,
  type ServerCredentialCreationOptions,
  type ServerCredentialRequestOptions,
  serializeCredentialCreationResponse,
  serializeCredentialRequestResponse,
} from '@supabase/auth-js/dist/module/lib/webauthn.js'
import { AppError } from '../errors.ts'

// Uses the library's types, because the browser's types do not know every transport of a key yet.
type CreationOptions = ReturnType<typeof deserializeCredentialCreationOptions>
type RequestOptions = ReturnType<typeof deserializeCredentialRequestOptions>
type Created = Parameters<typeof serializeCredentialCreationResponse>[0]
type Used = Parameters<typeof serializeCredentialRequestResponse>[0]

export const createCredential = (options: CreationOptions) =>
  ask<Created>(options.timeout, () => navigator.credentials.create({ publicKey: options as PublicKeyCredentialCreationOptions }))

export const getCredential = (options: RequestOptions) =>
  ask<Used>(options.timeout, () => navigator.credentials.get({ publicKey: options as PublicKeyCredentialRequestOptions }))

/** `createCredential` for a passkey, with options and response as JSON. */
export const createPasskey = async (options: ServerCredentialCreationOptions) =>
  serializeCredentialCreationResponse(await createCredential(deserializeCredentialCreationOptions(options)))

/** `getCredential` for a passkey, with options and response as JSON. */
export const getPasskey = async (options: ServerCredentialRequestOptions) =>
  serializeCredentialRequestResponse(await getCredential(deserializeCredentialRequestOptions(options)))

async function ask<Given>(timeoutMs: number | undefined, start: () => Promise<Credential | null>) {
  const startedAt = performance.now()
  try {
    const credential = await start()
    if (credential) return credential as Given
  } catch (error) {
    const isLate = timeoutMs !== undefined && performance.now() - startedAt > timeoutMs - 1000
    throw new AppError(reasonOf(error, isLate), {}, { cause: error })
  }
  throw new AppError('webauthn_unsupported')
}

/** Browsers report a closed window, a timeout and a missing key under one name, so that a page cannot find out which keys exist. */
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
