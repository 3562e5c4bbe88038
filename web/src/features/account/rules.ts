// Validation of the account forms. The server has the same rule for passwords, and the database the same maximum lengths.
import * as z from 'zod/mini'
import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { browserZone, todayIn } from '../../lib/time/zones.ts'

export const MAX_LENGTH = { name: 100, phone: 40, email: MAX_EMAIL_LENGTH, medicalHistory: 5000, password: 72 }

// Isolated, so that the symbols stay left-to-right in Arabic text.
export const PASSWORD_SYMBOLS = '\u2066@$!%*?&\u2069'

const key = (text: TextKey) => text
const required = () => z.string().check(z.trim(), z.minLength(1, key('account.required')))
const short = (most: number) => required().check(z.maxLength(most, key('account.tooLong')))
// Accounts accept ASCII addresses only, as the server does.
const email = () =>
  required().check(
    z.maxLength(MAX_LENGTH.email, key('account.tooLong')),
    z.regex(/^[!-?A-~]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i, key('account.invalidEmail')),
  )

const newPassword = () =>
  z
    .string()
    .check(
      z.minLength(1, key('account.required')),
      z.minLength(8, key('account.passwordShort')),
      z.maxLength(MAX_LENGTH.password, key('account.passwordLong')),
      z.regex(/^[A-Za-z\d@$!%*?&]*$/, key('account.passwordForeign')),
      z.regex(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])/, key('account.passwordMissing')),
    )

// Signing in accepts any password, because existing passwords may follow older rules.
export const SignIn = z.object({ email: email(), password: z.string().check(z.minLength(1, key('account.required'))) })

export type HealthField = 'date_of_birth' | 'gender' | 'medical_history'

export const GENDER_CHOICES = ['Erkek', 'Kadın', 'Diğer'] as const

/** Checks a field of a person who consents. Without the consent the field is neither shown nor sent, so it is not checked. */
const withConsent = (name: HealthField, isValid: (value: string) => boolean, fault: TextKey) =>
  z.refine<Record<HealthField, string> & { health_consent: boolean }>((input) => !input.health_consent || isValid(input[name]), {
    error: fault,
    path: [name],
  })
const isGiven = (value: string) => value !== ''

export const SignUp = z
  .object({
    first_name: short(MAX_LENGTH.name),
    last_name: short(MAX_LENGTH.name),
    phone: short(MAX_LENGTH.phone),
    health_consent: z.boolean(),
    date_of_birth: z.string().check(z.trim()),
    gender: z.string(),
    medical_history: z.string().check(z.trim()),
    email: email(),
    password: newPassword(),
  })
  .check(
    withConsent('date_of_birth', isGiven, 'account.required'),
    withConsent('date_of_birth', (day) => day === '' || isBirthday(day), 'account.invalidBirth'),
    withConsent('gender', isGiven, 'account.required'),
    withConsent('medical_history', isGiven, 'account.required'),
    withConsent('medical_history', (text) => text.length <= MAX_LENGTH.medicalHistory, 'account.tooLong'),
  )

export const InvitedPerson = z.object({ first_name: short(MAX_LENGTH.name), last_name: short(MAX_LENGTH.name), password: newPassword() })
/** A doctor whose device is in another zone than their record chooses one of the two zones. */
export const InvitedDoctor = z.extend(InvitedPerson, {
  timezone: z.string().check(z.minLength(1, key('account.inviteZoneMissing'))),
})
export const LinkRequest = z.object({ email: email() })
/** After a link from an email, the current password is not required, because it may be forgotten. */
export const NewPassword = z.object({ current: z.string(), password: newPassword() })
export const PasswordChange = z.object({ current: z.string().check(z.minLength(1, key('account.required'))), password: newPassword() })

export type SignInInput = z.infer<typeof SignIn>
export type SignUpInput = z.infer<typeof SignUp>
export type InvitedPersonInput = z.infer<typeof InvitedPerson> & { timezone?: string }
export type LinkRequestInput = z.infer<typeof LinkRequest>
export type NewPasswordInput = z.infer<typeof NewPassword>

export const FIRST_BIRTHDAY = '1900-01-01'
export const today = () => todayIn(browserZone())

function isBirthday(value: string) {
  return value >= FIRST_BIRTHDAY && value <= today()
}
