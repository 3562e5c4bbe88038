// Validation of a doctor's record, as an admin edits it. The database has the same limits.

import * as z from 'zod/mini'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import {
  MAX_BIOGRAPHY_LENGTH,
  MAX_DOCTOR_TITLE_LENGTH,
  MAX_LICENCE_AUTHORITY_LENGTH,
  MAX_LICENCE_NUMBER_LENGTH,
} from '../../../../../supabase/functions/_shared/rules.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../../lib/languages.ts'
import { NewDoctor } from './doctor-input.ts'

const key = (text: TextKey) => text
const line = (most: number, error: TextKey) => z.string().check(z.trim(), z.maxLength(most, error))
const text = () => z.string().check(z.trim(), z.maxLength(MAX_BIOGRAPHY_LENGTH, key('management.bioTooLong')))

/** The record has no time zone, because the zone of an existing record is one of its settings. */
export const DoctorRecord = z.object({
  ...z.omit(NewDoctor, { timezone: true }).shape,
  title: line(MAX_DOCTOR_TITLE_LENGTH, 'record.tooLong60'),
  bio_language: z.string(),
  languages: z.array(z.string()),
  licence_number: line(MAX_LICENCE_NUMBER_LENGTH, 'record.tooLong60'),
  licence_authority: line(MAX_LICENCE_AUTHORITY_LENGTH, 'record.tooLong150'),
  licence_country: z.string().check(
    z.trim(),
    z.toUpperCase(),
    z.refine((code) => code === '' || /^[A-Z]{2}$/.test(code), key('record.countryWrong')),
  ),
  /** The texts in languages other than that of the biography. */
  text_tr: text(),
  text_az: text(),
  text_en: text(),
  text_ru: text(),
  text_ar: text(),
  text_fr: text(),
})

export type DoctorRecordInput = z.infer<typeof DoctorRecord>

type Row = Database['public']['Tables']['doctors']['Row']
export interface EditedDoctor
  extends Pick<
    Row,
    | 'first_name'
    | 'last_name'
    | 'specialization'
    | 'bio'
    | 'bio_language'
    | 'languages'
    | 'title'
    | 'licence_number'
    | 'licence_authority'
    | 'licence_country'
  > {
  contact: { email: string | null; phone: string | null } | undefined
  texts: { language: string; bio: string }[]
}

export function inputOf(doctor: EditedDoctor): DoctorRecordInput {
  const textIn = (language: Language) => doctor.texts.find((each) => each.language === language)?.bio ?? ''
  return {
    first_name: doctor.first_name,
    last_name: doctor.last_name,
    title: doctor.title ?? '',
    specialization: doctor.specialization,
    phone: doctor.contact?.phone ?? '',
    email: doctor.contact?.email ?? '',
    bio: doctor.bio ?? '',
    bio_language: doctor.bio_language,
    languages: doctor.languages,
    licence_number: doctor.licence_number ?? '',
    licence_authority: doctor.licence_authority ?? '',
    licence_country: doctor.licence_country ?? '',
    text_tr: textIn('tr'),
    text_az: textIn('az'),
    text_en: textIn('en'),
    text_ru: textIn('ru'),
    text_ar: textIn('ar'),
    text_fr: textIn('fr'),
  }
}

/** The arguments of `save_doctor`. Leaves out a text in the language of the biography, because it would never be shown. */
export function recordChange({ phone, email, ...input }: DoctorRecordInput) {
  const { text_tr, text_az, text_en, text_ru, text_ar, text_fr, ...doctor } = input
  const all: Record<Language, string> = { tr: text_tr, az: text_az, en: text_en, ru: text_ru, ar: text_ar, fr: text_fr }
  const texts = Object.fromEntries(LANGUAGES.filter((each) => each !== doctor.bio_language).map((each) => [each, all[each]]))
  return { doctor, contact: { phone, email }, texts }
}
