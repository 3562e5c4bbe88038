// Texts for the refusals of the database and the invitation function.
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import type { TextKey, Values } from '../../lib/i18n.tsx'

const TEXTS: ErrorTexts = {
  last_admin: 'people.lastAdmin',
  own_account: 'people.ownAccount',
  account_not_found: 'people.accountGone',
  '23503': 'people.accountGone',
  '23505': 'people.alreadyHasRole',
  no_second_factor: 'people.noFactor',
  already_has_role: 'people.alreadyHasRole',
  doctor_already_linked: 'people.recordTaken',
  doctor_not_found: 'people.recordTaken',
  invitation_timezone_invalid: 'people.failed',
  account_banned: 'people.accountBanned',
  account_not_confirmed: 'people.accountUnconfirmed',
  account_exists_now: 'people.tryAgain',
  invitation_not_sent: 'people.notSent',
  invitation_not_open: 'people.notOpen',
  invitation_email_invalid: 'people.emailInvalid',
  too_many_invitations: 'people.tooManyInvitations',
  not_allowed: 'error.notAllowed',
}

export function peopleErrorText(error: unknown, t: (key: TextKey, values?: Values) => string) {
  const { key, values } = textOf(error, TEXTS)
  return t(key, values)
}
