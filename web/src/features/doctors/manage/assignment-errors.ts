// Texts for errors of the user search and of an assignment.
import { AppError, type ErrorTexts, textOf } from '../../../lib/errors.ts'
import type { TextKey, Values } from '../../../lib/i18n.tsx'

type Translate = (key: TextKey, values?: Values) => string

const SEARCH_REASONS: ErrorTexts = {
  invalid_query: 'management.searchUnusable',
  not_allowed: 'error.notAllowed',
  not_signed_in: 'error.signedOut',
}

export function searchFault(error: unknown, t: Translate) {
  if (error instanceof AppError && error.reason === 'invalid_answer') return t('management.searchInvalid')
  const { key, values } = textOf(error, SEARCH_REASONS)
  return key === 'error.failed' ? t('management.searchFailed') : t('management.searchError', { message: t(key, values) })
}

/** Which step failed, and why. */
const STEPS: Partial<Record<string, { step: TextKey; why: TextKey }>> = {
  doctor_already_linked: { step: 'management.linkFailed', why: 'management.recordTaken' },
  // doctors_user_is_single
  '23505': { step: 'management.linkFailed', why: 'management.userHasRecord' },
  // The account no longer exists.
  '23503': { step: 'management.roleAddFailed', why: 'management.userGone' },
}

export function assignmentFault(error: unknown, t: Translate) {
  const reason = error instanceof AppError ? error.reason : ''
  const named = STEPS[reason]
  if (named) return t('management.stepFailed', { step: t(named.step), message: t(named.why) })
  if (reason === '23514') return t('management.createFailed', { message: t('management.recordInvalid') })
  const isCheck = reason === 'role_not_checked'
  const { key, values } = textOf(isCheck && error instanceof AppError ? error.cause : error)
  if (isCheck) return t('management.stepFailed', { step: t('management.roleCheckFailed'), message: t(key, values) })
  return t(key === 'error.failed' ? 'management.assignFailed' : key, values)
}
