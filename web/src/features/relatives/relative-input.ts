// Validation of the forms about people whom the user books for. The database has the same rules.

import * as z from 'zod/mini'
import { MAX_MEDICAL_HISTORY_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '../../../../supabase/functions/_shared/rules.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { onOneLine } from '../../lib/patterns.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { isAdult, isAdultBornIn, isPossibleBirth, isPossibleBirthYear } from './age.ts'

export const MAX_LENGTH = { name: MAX_NAME_LENGTH, phone: MAX_PHONE_LENGTH, history: MAX_MEDICAL_HISTORY_LENGTH }

const key = (text: TextKey) => text
const today = () => todayIn(browserZone())
const required = (most: number, tooLong: TextKey) =>
  z.string().check(z.overwrite(onOneLine), z.minLength(1, key('profile.required')), z.maxLength(most, tooLong))
const name = () => required(MAX_LENGTH.name, 'profile.nameInvalid')
const agreed = (fault: TextKey) => z.boolean().check(z.refine((given) => given, fault))

/** Declaration and consent are given once, when the child is added. The birth date is health data, so the consent comes first. */
export const ChildInput = z.object({
  first_name: name(),
  last_name: name(),
  declaration: agreed('relatives.declarationMissing'),
  consent: agreed('relatives.consentMissing'),
  date_of_birth: z.string().check(
    z.refine((day) => isPossibleBirth(day, today()), { error: key('relatives.birthInvalid'), abort: true }),
    z.refine((day) => !isAdult(day, today()), key('relatives.isAdult')),
  ),
  gender: z.string(),
  medical_history: z.string().check(z.trim(), z.maxLength(MAX_LENGTH.history, key('profile.medicalHistoryTooLong'))),
})

export const RELATIONSHIPS = { parent: 'relatives.optionParent', spouse: 'relatives.optionSpouse', other: 'relatives.optionOther' } as const

export const AdultInput = z.object({
  first_name: name(),
  last_name: name(),
  phone: required(MAX_LENGTH.phone, 'profile.phoneTooLong'),
  birth_year: z.string().check(
    z.trim(),
    z.refine((year) => isPossibleBirthYear(year, today()), { error: key('relatives.yearInvalid'), abort: true }),
    z.refine((year) => isAdultBornIn(year, today()), key('relatives.isMinor')),
  ),
  relationship: z.string().check(z.refine((given) => given in RELATIONSHIPS, key('relatives.relationshipMissing'))),
  declaration: agreed('relatives.declarationMissing'),
})

export type ChildValues = z.infer<typeof ChildInput>
export type AdultValues = z.infer<typeof AdultInput>
