// Texts for the error codes of the auth service. For unknown codes, its own message is shown.
import type { AuthError } from '@supabase/auth-js'
import { AppError, type ErrorTexts, textOf } from '../../lib/errors.ts'
import type { TextKey, Values } from '../../lib/i18n.tsx'
import { PASSWORD_SYMBOLS } from './rules.ts'

const TEXTS: ErrorTexts = {
  invalid_credentials: 'account.wrongCredentials',
  email_not_confirmed: 'account.notConfirmed',
  user_already_exists: 'account.alreadyRegistered',
  email_exists: 'account.alreadyRegistered',
  email_address_invalid: 'account.invalidEmail',
  otp_expired: 'account.codeWrong',
  over_email_send_rate_limit: 'account.mailPause',
  over_request_rate_limit: 'account.tooMany',
  user_banned: 'account.banned',
  signup_disabled: 'account.signUpClosed',
  weak_password: 'account.passwordHint',
  weak_password_length: 'account.passwordShort',
  weak_password_characters: 'account.passwordMissing',
  weak_password_pwned: 'account.passwordLeaked',
  same_password: 'account.samePassword',
  current_password_mismatch: 'account.currentPasswordWrong',
  current_password_required: 'account.currentPasswordWrong',
  reauthentication_needed: 'account.reauthenticate',
  webauthn_cancelled: 'account.passkeyCancelled',
  webauthn_timeout: 'account.passkeyTimeout',
  webauthn_challenge_expired: 'account.passkeyTimeout',
  webauthn_wrong_site: 'account.passkeyWrongSite',
  webauthn_unsupported: 'account.passkeyUnknown',
  webauthn_verification_failed: 'account.passkeyUnknown',
  passkey_disabled: 'account.passkeysOff',
  insufficient_aal: 'account.secondStepFirst',
  session_not_found: 'error.signedOut',
  session_missing: 'error.signedOut',
  session_expired: 'error.signedOut',
  user_not_found: 'error.signedOut',
  bad_jwt: 'error.signedOut',
  // The service's own message mentions server logs.
  unexpected_failure: 'error.failed',
}

/** The data, or an AppError named after the code. */
export function unwrapAuth<Data>(answer: { data: Data; error: null } | { data: unknown; error: AuthError }): Data {
  if (answer.error === null) return answer.data
  throw new AppError(reasonOf(answer.error), {}, { cause: answer.error })
}

function reasonOf(error: AuthError & { reasons?: string[] }) {
  if (error.name === 'AuthRetryableFetchError') return 'unreachable'
  if (error.name === 'AuthSessionMissingError') return 'session_missing'
  if (error.code === 'weak_password') return ['weak_password', ...(error.reasons ?? []).slice(0, 1)].join('_')
  return error.code ?? 'failed'
}

export const isFault = (error: unknown, ...reasons: string[]) => error instanceof AppError && reasons.includes(error.reason)

export function accountErrorText(error: unknown, t: (key: TextKey, values?: Values) => string) {
  const { key } = textOf(error, TEXTS)
  const provider = error instanceof AppError && error.cause instanceof Error ? error.cause.message : ''
  const isKnown = error instanceof AppError && error.reason in TEXTS
  return key === 'error.failed' && provider && !isKnown ? provider : t(key, { symbols: PASSWORD_SYMBOLS })
}
