import { AppError, type ErrorTexts } from '../../lib/errors.ts'

/** Reasons why a person could not be added or changed. */
export const RELATIVE_ERRORS: ErrorTexts = {
  too_many_patients: 'relatives.tooMany',
  too_many_requests: 'relatives.tooManyToday',
  not_a_guardian: 'relatives.notGuardian',
  '42501': 'relatives.notGuardian',
  birth_date_is_fixed: 'relatives.birthFixed',
  profile_name_required: 'profile.required',
  consent_required: 'relatives.consentMissing',
  declaration_required: 'relatives.declarationMissing',
}

/** Reasons why an invitation could not be sent or revoked, a guardian could not leave, or a consent did not change. */
export const LIFE_ERRORS: ErrorTexts = {
  not_a_guardian: 'relatives.notGuardianNow',
  '42501': 'relatives.notGuardianNow',
  invitation_email_invalid: 'relatives.emailInvalid',
  invitation_to_oneself: 'relatives.emailIsYours',
  too_many_invitations: 'relatives.tooManyInvitations',
  too_many_guardians: 'relatives.tooManyGuardians',
  last_guardian: 'relatives.lastGuardian',
  patient_is_minor: 'relatives.stillMinor',
  patient_is_adult: 'relatives.nowAdult',
  invitation_not_open: 'relatives.invitationOver',
  too_many_requests: 'relatives.consentTooMany',
}

/** Database errors about the date or year of birth. They occur if the page uses another clock or is older. */
const BIRTH_ERRORS = { birth_date_invalid: 'birthInvalid', patient_is_adult: 'isAdult', patient_is_minor: 'isMinor' } as const

/** The text for the birth field, if the error is about it. */
export function birthFaultOf(error: unknown) {
  const reason = error instanceof AppError ? error.reason : ''
  return reason in BIRTH_ERRORS ? (`relatives.${BIRTH_ERRORS[reason as keyof typeof BIRTH_ERRORS]}` as const) : undefined
}
