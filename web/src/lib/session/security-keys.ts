// Security keys and devices as a second factor: adding one, and verifying with one.

import { loadAuth, readSession } from '../data/supabase.ts'
import { AppError, type ErrorTexts } from '../errors.ts'
import { reauthenticated } from './reauthentication.ts'
import { SECOND_FACTOR_ERRORS, unwrapFactor } from './second-factor.ts'

export const KEY_ERRORS: ErrorTexts = {
  ...SECOND_FACTOR_ERRORS,
  webauthn_cancelled: 'security.keyCancelled',
  webauthn_timeout: 'security.keyTimeout',
  webauthn_credential_exists: 'security.keyKnown',
  webauthn_wrong_site: 'security.keyWrongSite',
  webauthn_unsupported: 'security.keyUnsupported',
  webauthn_refused: 'security.keyRefused',
  webauthn_verification_failed: 'security.keyRefused',
  webauthn_challenge_expired: 'security.keyTimeout',
  reauthentication_needed: 'security.signInAgain',
  too_many_passkeys: 'security.tooManyPasskeys',
  too_many_enrolled_mfa_factors: 'security.tooManyPasskeys',
  mfa_challenge_expired: 'security.keyTimeout',
  mfa_factor_name_conflict: 'security.keyNameTaken',
  mfa_webauthn_enroll_not_enabled: 'security.keyNotOffered',
  mfa_webauthn_verify_not_enabled: 'security.keyNotOffered',
}

/** The verified factors of a person whose session is at the lower level, as the sign-in returned them. */
export async function getMethods() {
  const session = await readSession()
  const verified = (session?.user.factors ?? []).filter(({ status }) => status === 'verified')
  return {
    hasApp: verified.some(({ factor_type }) => factor_type === 'totp'),
    keys: verified.filter(({ factor_type }) => factor_type === 'webauthn'),
  }
}

/** Our server knows its own site and ignores both values, and so does hosted Supabase. */
const site = () => ({ rpId: location.hostname, rpOrigins: [location.origin] })

/** Enrols a key under that name and verifies it. If the person closes the browser's dialog, nothing is left behind. */
export async function addKey(friendlyName: string) {
  const { mfa } = await loadAuth()
  const { all } = unwrapFactor(await mfa.listFactors())
  const abandoned = all.filter(({ status, factor_type }) => status === 'unverified' && factor_type === 'webauthn')
  for (const { id } of abandoned) unwrapFactor(await mfa.unenroll({ factorId: id }))
  const { id } = await reauthenticated(async () => unwrapFactor(await mfa.enroll({ factorType: 'webauthn', friendlyName })))
  try {
    await verifyKey(id)
  } catch (error) {
    await mfa.unenroll({ factorId: id }).catch(() => {})
    throw error
  }
}

export async function verifyKey(factorId: string) {
  const { mfa } = await loadAuth()
  const [{ createCredential, getCredential }, answer] = await Promise.all([
    import('./webauthn.ts'),
    mfa.challenge({ factorId, webauthn: site() }),
  ])
  const { id: challengeId, webauthn } = unwrapFactor(answer)
  const credential =
    webauthn.type === 'create'
      ? await createCredential(webauthn.credential_options.publicKey)
      : await getCredential(webauthn.credential_options.publicKey)
  const verified = await mfa.verify({
    factorId,
    challengeId,
    webauthn: { ...site(), type: webauthn.type, credential_response: credential },
  })
  if (verified.error?.code === 'mfa_verification_failed') throw new AppError('webauthn_refused', {}, { cause: verified.error })
  unwrapFactor(verified)
}
