// Languages that doctors speak, by their codes, each named in that language. Doctors may speak more languages than the site has.
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../lib/languages.ts'

const OTHER_NAMES: Record<string, string> = {
  de: 'Deutsch',
  es: 'Español',
  fa: 'فارسی',
  he: 'עברית',
  hi: 'हिन्दी',
  it: 'Italiano',
  ka: 'ქართული',
  kk: 'Қазақша',
  ku: 'Kurdî',
  nl: 'Nederlands',
  pl: 'Polski',
  tk: 'Türkmençe',
  uk: 'Українська',
  ur: 'اردو',
  uz: 'O‘zbekcha',
  zh: '中文',
}

/** The codes that can be chosen, with the languages of the site first. */
export const SPOKEN_LANGUAGES: string[] = [...LANGUAGES, ...Object.keys(OTHER_NAMES)]

/** 'Deutsch' for de. An unknown code is shown as it is. */
export const spokenLanguageName = (code: string) => (isLanguage(code) ? LANGUAGE_NAMES[code] : (OTHER_NAMES[code] ?? code.toUpperCase()))
