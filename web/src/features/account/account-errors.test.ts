import { AuthApiError, AuthRetryableFetchError, AuthSessionMissingError, AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { accountErrorText, unwrapAuth } from './account-errors.ts'

const said = (key: string) => key

function textFor(error: AuthApiError | AuthRetryableFetchError | AuthSessionMissingError | AuthWeakPasswordError) {
  try {
    unwrapAuth({ data: null, error })
  } catch (thrown) {
    return accountErrorText(thrown, said)
  }
  return undefined
}

test('errors of the auth service are recognized by code, never by message', () => {
  expect(textFor(new AuthApiError('whatever', 400, 'invalid_credentials'))).toBe('account.wrongCredentials')
  expect(textFor(new AuthApiError('whatever', 422, 'user_already_exists'))).toBe('account.alreadyRegistered')
  expect(textFor(new AuthApiError('whatever', 429, 'over_email_send_rate_limit'))).toBe('account.mailPause')
  expect(textFor(new AuthApiError('whatever', 422, 'same_password'))).toBe('account.samePassword')
  expect(textFor(new AuthApiError('whatever', 400, 'current_password_mismatch'))).toBe('account.currentPasswordWrong')
  expect(textFor(new AuthApiError('whatever', 400, 'reauthentication_needed'))).toBe('account.reauthenticate')
  expect(textFor(new AuthApiError('Invalid login credentials', 400, 'something_new'))).toBe('Invalid login credentials')
})

test('the error for a weak password says why it is weak', () => {
  expect(textFor(new AuthWeakPasswordError('weak', 422, ['length']))).toBe('account.passwordShort')
  expect(textFor(new AuthWeakPasswordError('weak', 422, ['characters']))).toBe('account.passwordMissing')
  expect(textFor(new AuthWeakPasswordError('weak', 422, ['pwned']))).toBe('account.passwordLeaked')
  expect(textFor(new AuthWeakPasswordError('weak', 422, []))).toBe('account.passwordHint')
})

test('a lost connection, an ended session and a failing server each have their own text', () => {
  expect(textFor(new AuthRetryableFetchError('Failed to fetch', 0))).toBe('error.unreachable')
  expect(textFor(new AuthRetryableFetchError('Bad gateway', 502))).toBe('error.unreachable')
  expect(textFor(new AuthSessionMissingError())).toBe('error.signedOut')
  expect(textFor(new AuthApiError('check server logs', 500, 'unexpected_failure'))).toBe('error.failed')
  expect(accountErrorText(new TypeError('not ours to show'), said)).toBe('error.failed')
})
