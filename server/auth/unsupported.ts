// Features of GoTrue that this server lacks, each with the error code GoTrue returns when the feature is disabled.
import { AuthError } from './errors.ts'

const unsupported = (status: number, code: string, what: string) => new AuthError(status, code, `${what} is not supported by this server`)

export const phoneUnsupported = () => unsupported(400, 'phone_provider_disabled', 'Signing in with a phone number')

const ABSENT: [RegExp, () => AuthError][] = [
  [/^(?:admin\/)?(?:sso|saml)(?:\/|$)/, () => unsupported(404, 'saml_provider_disabled', 'Single sign-on')],
  [/^(?:authorize|callback)$/, () => unsupported(400, 'oauth_provider_not_supported', 'Signing in with another provider')],
  [/^user\/identities(?:\/|$)/, () => unsupported(404, 'manual_linking_disabled', 'Linking identities')],
  [/^(?:admin\/|user\/)?oauth(?:\/|$)/, () => unsupported(404, 'feature_disabled', 'The OAuth server')],
  [/^admin\/custom-providers(?:\/|$)/, () => unsupported(404, 'feature_disabled', 'Adding other providers')],
]

export function notFound(path: string) {
  const absent = ABSENT.find(([paths]) => paths.test(path))
  return absent ? absent[1]() : new AuthError(404, 'unknown', 'Not found')
}

export function unsupportedGrant(grant: string | null) {
  if (grant === 'id_token') return unsupported(400, 'provider_disabled', 'Signing in with a token of another provider')
  if (grant === 'web3') return unsupported(422, 'web3_provider_disabled', 'Signing in with a wallet')
  return new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
}
