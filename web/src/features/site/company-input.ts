// Validation of the company settings. The database has the same limits.
import * as z from 'zod/mini'
import { type CompanySettings, company } from '../../../../supabase/functions/_shared/company.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { LANGUAGES, type Language } from '../../lib/languages.ts'
import { asTypedPhone, onOneLine } from '../../lib/patterns.ts'
import { isNameless, MAX_NAME_LENGTH, MAX_PEOPLE, peopleIn, peopleText, withCleanNames } from './people-values.ts'

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
] as const

export type TextColumn = (typeof TEXT_COLUMNS)[number]
export type LineColumn = (typeof LINE_COLUMNS)[number]
type TextField = `${TextColumn}_${Language}`

const key = (text: TextKey) => text
const namedIn = (text: string) => peopleIn(text).filter(({ name }) => name !== '')
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

const people = z.pipe(
  z.pipe(z.string(), z.transform(withCleanNames)),
  z.string().check(
    z.refine((text) => !peopleIn(text).some(isNameless), key('site.photoNeedsName')),
    z.refine((text) => peopleIn(text).every(({ name }) => name.length <= MAX_NAME_LENGTH), key('site.tooLong')),
  ),
)
const architects = people.check(z.refine((text) => namedIn(text).length <= MAX_PEOPLE.lead_architects, key('site.tooManyNames')))

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
  psychology_coordinator: people,
  lead_architects: architects,
  interior_architects: architects,
  ...texts,
})

export type CompanyValues = z.infer<typeof companyInput>

type TitleKey = (typeof company.architects)[number]['titleKey']

const architectsAs = (settings: CompanySettings, wanted: TitleKey) =>
  peopleText((settings.architects ?? []).flatMap(({ name, titleKey, photo = '' }) => (titleKey === wanted ? [{ name, photo }] : [])))

export function valuesOf(settings: CompanySettings): CompanyValues {
  const lines = LINE_COLUMNS.map((column) => [column, settings[column] ?? ''])
  const byLanguage = TEXT_COLUMNS.flatMap((column) =>
    LANGUAGES.map((language) => [`${column}_${language}`, settings[column]?.[language] ?? '']),
  )
  return {
    ...(Object.fromEntries([...lines, ...byLanguage]) as CompanyValues),
    psychology_coordinator: peopleText([
      { name: settings.psychology_coordinator ?? '', photo: settings.psychology_coordinator_photo ?? '' },
    ]),
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
  const entered = (text: string, titleKey: TitleKey) =>
    namedIn(text).map(({ name, photo }) => ({ name, titleKey, ...(photo && { photo }) }))
  const list = [...entered(values.lead_architects, 'leadArchitect'), ...entered(values.interior_architects, 'interiorArchitect')]
  const [coordinator] = namedIn(values.psychology_coordinator)
  return {
    ...(Object.fromEntries(lines) as Record<LineColumn, string | null>),
    ...(Object.fromEntries(byLanguage) as Record<TextColumn, Partial<Record<Language, string>>>),
    psychology_coordinator: coordinator?.name ?? null,
    psychology_coordinator_photo: coordinator?.photo || null,
    architects: list.length > 0 ? list : null,
  }
}
