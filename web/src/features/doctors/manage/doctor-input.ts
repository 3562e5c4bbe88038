// Validation of the forms about a doctor. The database has the same limits.

import * as z from 'zod/mini'
import { company } from '../../../../../supabase/functions/_shared/company.ts'
import { MAX_BIOGRAPHY_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../../../supabase/functions/_shared/rules.ts'
import { EMAIL, MAX_EMAIL_LENGTH } from '../../../lib/email.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { onOneLine } from '../../../lib/patterns.ts'

export const MAX_LENGTH = { name: MAX_NAME_LENGTH, phone: MAX_PHONE_LENGTH, email: MAX_EMAIL_LENGTH }

const key = (text: TextKey) => text

const name = () =>
  z
    .string()
    .check(z.overwrite(onOneLine), z.minLength(1, key('profile.required')), z.maxLength(MAX_LENGTH.name, key('profile.nameInvalid')))

const record = {
  first_name: name(),
  last_name: name(),
  /** The stored Turkish name, or an empty text. */
  specialization: z.string(),
  bio: z.string().check(z.trim(), z.maxLength(MAX_BIOGRAPHY_LENGTH, key('management.bioTooLong'))),
  /** One of the offered zones, because it comes from a select. */
  timezone: z.string(),
}

export const NewDoctor = z.object({
  ...record,
  phone: z.string().check(z.trim(), z.maxLength(MAX_LENGTH.phone, key('profile.phoneTooLong'))),
  email: z.string().check(
    z.trim(),
    z.refine((value) => value === '' || (value.length <= MAX_LENGTH.email && EMAIL.test(value)), key('management.emailInvalid')),
  ),
})

export type NewDoctorInput = z.infer<typeof NewDoctor>

export const EMPTY_DOCTOR: NewDoctorInput = {
  first_name: '',
  last_name: '',
  specialization: '',
  phone: '',
  email: '',
  bio: '',
  timezone: company.timezone,
}

/** Validation of a new record for a user. Ignores the selected record. */
export const NewRecord = z.object({ ...record, doctor_id: z.string() })

/** Validation of an existing record. Ignores the other fields. */
export const ExistingRecord = z.object({
  first_name: z.string(),
  last_name: z.string(),
  specialization: z.string(),
  bio: z.string(),
  timezone: z.string(),
  doctor_id: z.string().check(z.minLength(1, key('management.recordRequired'))),
})

export type AssignmentInput = z.infer<typeof NewRecord>

/** Names used if neither the profile nor the admin gives one. */
const DEFAULTS = { first_name: 'İsim', last_name: 'Soyisim', specialization: 'Genel' }

export const recordFor = (user: { first_name: string | null; last_name: string | null }): AssignmentInput => ({
  first_name: user.first_name ?? DEFAULTS.first_name,
  last_name: user.last_name ?? DEFAULTS.last_name,
  specialization: DEFAULTS.specialization,
  bio: '',
  timezone: company.timezone,
  doctor_id: '',
})
