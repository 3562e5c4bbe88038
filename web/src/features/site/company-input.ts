// Validation of the company settings. The database has the same limits.
import * as z from 'zod/mini'
import { type CompanySettings, company } from '../../../../supabase/functions/_shared/company.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../lib/languages.ts'
import { asTypedPhone, onOneLine } from '../../lib/patterns.ts'

export const MAX_LENGTH = {
  legal_names: 120,
  addresses: 200,
  permit_authorities: 120,
  hours: 120,
  payment_ways: 300,
} as const
export const TEXT_COLUMNS = ['legal_names', 'addresses', 'permit_authorities', 'hours', 'payment_ways'] as const
const LINE_COLUMNS = [
  'brand',
  'phone_azerbaijan',
  'phone_turkey',
  'info_email',
  'support_email',
  'whatsapp',
  'tax_number',
  'permit_number',
  'permit_country',
  'psychology_coordinator',
] as const

export type TextColumn = (typeof TEXT_COLUMNS)[number]
export type LineColumn = (typeof LINE_COLUMNS)[number]
export type NamesColumn = 'lead_architects' | 'interior_architects'
type TextField = `${TextColumn}_${Language}`

const MAX_ARCHITECTS = 6
const MAX_NAME = 80

const key = (text: TextKey) => text
const line = z.pipe(z.string(), z.transform(onOneLine))

/** Accepts an empty text, or one that matches the pattern. */
const matching = (pattern: RegExp, message: TextKey) =>
  z.pipe(line, z.string().check(z.refine((typed) => typed === '' || pattern.test(typed), key(message))))
const upTo = (max: number) => z.pipe(line, z.string().check(z.maxLength(max, key('site.tooLong'))))
const phone = z.pipe(
  z.pipe(z.string(), z.transform(asTypedPhone)),
  z.string().check(z.refine((typed) => typed === '' || /^\+[1-9][0-9 ()-]{5,28}[0-9]$/.test(typed), key('site.phoneWrong'))),
)
const email = matching(/^[^\s<>()[\]\\,;:"@]+@[^\s<>()\\,;"@]+$/, 'site.emailWrong')

const namesOf = (typed: string) => typed.split('\n').map(onOneLine).filter(Boolean)
const names = z.string().check(
  z.refine((typed) => namesOf(typed).length <= MAX_ARCHITECTS / 2, key('site.tooManyNames')),
  z.refine((typed) => namesOf(typed).every((name) => name.length <= MAX_NAME), key('site.tooLong')),
)

const texts = Object.fromEntries(
  TEXT_COLUMNS.flatMap((column) => LANGUAGES.map((language) => [`${column}_${language}`, upTo(MAX_LENGTH[column])])),
) as Record<TextField, ReturnType<typeof upTo>>

export const companyInput = z.object({
  brand: upTo(40),
  phone_azerbaijan: phone,
  phone_turkey: phone,
  info_email: email,
  support_email: email,
  whatsapp: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => asTypedPhone(typed).replaceAll(/[+\s()-]/g, '')),
    ),
    z.string().check(z.refine((typed) => /^(?:[1-9]\d{6,14})?$/.test(typed), key('site.phoneWrong'))),
  ),
  tax_number: matching(/^[0-9A-Z][0-9A-Z /-]{2,28}[0-9A-Z]$/, 'site.numberWrong'),
  permit_number: upTo(40),
  permit_country: matching(/^[A-Z]{2}$/, 'site.countryWrong'),
  psychology_coordinator: upTo(MAX_NAME),
  lead_architects: names,
  interior_architects: names,
  ...texts,
})

export type CompanyValues = z.infer<typeof companyInput>

/** One name per line. */
const architectsAs = (settings: CompanySettings, wanted: (typeof company.architects)[number]['titleKey']) =>
  (settings.architects ?? []).flatMap(({ name, titleKey }) => (titleKey === wanted ? [name] : [])).join('\n')

export function valuesOf(settings: CompanySettings): CompanyValues {
  const lines = LINE_COLUMNS.map((column) => [column, settings[column] ?? ''])
  const byLanguage = TEXT_COLUMNS.flatMap((column) =>
    LANGUAGES.map((language) => [`${column}_${language}`, settings[column]?.[language] ?? '']),
  )
  return {
    ...(Object.fromEntries([...lines, ...byLanguage]) as CompanyValues),
    lead_architects: architectsAs(settings, 'leadArchitect'),
    interior_architects: architectsAs(settings, 'interiorArchitect'),
  }
}

export function companySettingsOf(values: CompanyValues) {
  const lines = LINE_COLUMNS.map((column) => [column, values[column] || null])
  const byLanguage = TEXT_COLUMNS.map((column) => [
    column,
    Object.fromEntries(LANGUAGES.map((language) => [language, values[`${column}_${language}`]] as const).filter(([, text]) => text !== '')),
  ])
  const architects = [
    ...namesOf(values.lead_architects).map((name) => ({ name, titleKey: 'leadArchitect' as const })),
    ...namesOf(values.interior_architects).map((name) => ({ name, titleKey: 'interiorArchitect' as const })),
  ]
  return {
    ...(Object.fromEntries(lines) as Record<LineColumn, string | null>),
    ...(Object.fromEntries(byLanguage) as Record<TextColumn, Partial<Record<Language, string>>>),
    architects: architects.length > 0 ? architects : null,
  }
}
