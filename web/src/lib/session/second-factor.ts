// The second factor of the signed-in person: requests and their texts.
import type { AuthError } from '@supabase/auth-js'
import { loadAuth } from '../data/supabase.ts'
import { AppError, type ErrorTexts } from '../errors.ts'
import { useTexts } from '../load/use-texts.ts'

export const SECOND_FACTOR_ERRORS: ErrorTexts = {
  mfa_verification_failed: 'security.wrongCode',
  mfa_challenge_expired: 'security.wrongCode',
  over_request_rate_limit: 'security.tooMany',
  mfa_recovery_codes_locked: 'security.tooMany',
  session_missing: 'error.signedOut',
  reauthentication_cancelled: 'own.proveText',
}

/** Suspends until the texts of the area `security` are loaded. */
export const useSecurityTexts = () => useTexts('security')

/** The data, or an AppError named after the code. */
export function unwrapFactor<Data>({ data, error }: { data: Data; error: Pick<AuthError, 'name' | 'code'> | null }): NonNullable<Data> {
  if (data && !error) return data
  const { name, code } = error ?? {}
  const reason = name === 'AuthRetryableFetchError' ? 'unreachable' : name === 'AuthSessionMissingError' ? 'session_missing' : code
  throw new AppError(reason ?? 'failed', {}, { cause: error })
}

/** Tries the code with every app, because people do not know the site's names for their apps. */
export async function verifyCode(code: string) {
  const { totp } = unwrapFactor(await (await loadAuth()).mfa.listFactors())
  let refusal: unknown = new AppError('mfa_verification_failed')
  for (const { id } of totp) {
    try {
      await verifyWith(id, code)
      return
    } catch (error) {
      refusal = error
      if (!(error instanceof AppError) || error.reason !== 'mfa_verification_failed') break
    }
  }
  throw refusal
}

export async function verifyWith(factorId: string, code: string) {
  unwrapFactor(await (await loadAuth()).mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\s/g, '') }))
}

export async function verifyRecoveryCode(code: string) {
  unwrapFactor(await (await loadAuth()).mfa.recoveryCodes.verify({ code }))
}
