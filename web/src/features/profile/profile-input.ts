// Validation of the profile form. The database has the same limits.

import * as z from 'zod/mini'
import { MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../../supabase/functions/_shared/rules.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { onOneLine } from '../../lib/patterns.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { zoneToOffer } from './own-zone.ts'
import type { Profile, ProfileChange } from './queries.ts'

export const MAX_LENGTH = { name: MAX_NAME_LENGTH, phone: MAX_PHONE_LENGTH }

export const FIRST_DATE_OF_BIRTH = '1900-01-01'
export const lastDateOfBirth = () => todayIn(browserZone())

const name = () =>
  z
    .string()
    .check(
      z.overwrite(onOneLine),
      z.minLength(1, 'profile.required' satisfies TextKey),
      z.maxLength(MAX_LENGTH.name, 'profile.nameInvalid' satisfies TextKey),
    )

const isPlausible = (day: string) => day === '' || (day >= FIRST_DATE_OF_BIRTH && day <= lastDateOfBirth())

export const ProfileInput = z.object({
  first_name: name(),
  last_name: name(),
  phone: z.string().check(z.trim(), z.maxLength(MAX_LENGTH.phone, 'profile.phoneTooLong' satisfies TextKey)),
  date_of_birth: z.string().check(z.refine(isPlausible, 'profile.dateInvalid' satisfies TextKey)),
  gender: z.string(),
  medical_history: z.string().check(z.trim(), z.maxLength(5000, 'profile.medicalHistoryTooLong' satisfies TextKey)),
  timezone: z.string(),
})

export type ProfileValues = z.infer<typeof ProfileInput>

export const profileValues = (profile: Profile): ProfileValues => ({
  first_name: profile.first_name ?? '',
  last_name: profile.last_name ?? '',
  phone: profile.phone ?? '',
  date_of_birth: profile.date_of_birth ?? '',
  gender: profile.gender ?? '',
  medical_history: profile.medical_history ?? '',
  timezone: zoneToOffer(profile),
})

/** Empty fields are stored as null. */
export const profileChange = (values: ProfileValues): ProfileChange => ({
  first_name: values.first_name,
  last_name: values.last_name,
  phone: values.phone || null,
  date_of_birth: values.date_of_birth || null,
  gender: values.gender || null,
  medical_history: values.medical_history || null,
  timezone: values.timezone,
})
