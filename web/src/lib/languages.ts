// The six languages, and their prefixes in page addresses.
import { LANGUAGES } from '../../../supabase/functions/_shared/rules.ts'

export { LANGUAGES }
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'tr'

export const LANGUAGE_NAMES: Record<Language, string> = {
  tr: 'Türkçe',
  az: 'Azərbaycanca',
  en: 'English',
  ru: 'Русский',
  ar: 'العربية',
  fr: 'Français',
}

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')

/** The locale for `dates.ts` and `numbers.ts`. Arabic uses Latin digits, like the rest of the page. */
export const localeOf = (language: Language) =>
  (({ tr: 'tr-TR', en: 'en-GB', ar: 'ar-u-nu-latn' }) as Partial<Record<Language, string>>)[language] ?? language

export const commaOf = (language: Language) => (language === 'ar' ? '، ' : ', ')

/** Joins a list with the commas of the language and leaves out empty parts. No other code joins texts with commas. */
export const listOf = (parts: (string | false | undefined)[], language: Language) => parts.filter(Boolean).join(commaOf(language))

const SCRIPTS: Partial<Record<string, string>> = {
  ru: 'Cyrillic',
  uk: 'Cyrillic',
  kk: 'Cyrillic',
  ar: 'Arabic',
  fa: 'Arabic',
  ur: 'Arabic',
}

/** Whether the name of a language has letters that the font of this page lacks. Downloading a font for the name alone is not worth it. */
export const isInOtherScript = (code: string, language: Language) => SCRIPTS[code] !== undefined && SCRIPTS[code] !== SCRIPTS[language]

/** The address of a page in a language. Turkish addresses have no prefix. */
export const addressOf = (language: Language, path: string) =>
  language === DEFAULT_LANGUAGE ? path : `/${language}${path === '/' ? '' : path}`

export function pathWithoutPrefix(pathname: string) {
  const prefix = prefixOf(pathname)
  return prefix ? pathname.slice(prefix.length + 1) || '/' : pathname
}

/** The prefix of an address, if it has one. */
export function prefixOf(pathname: string): Language | undefined {
  const first = pathname.split('/')[1]
  return isLanguage(first) && first !== DEFAULT_LANGUAGE ? first : undefined
}
