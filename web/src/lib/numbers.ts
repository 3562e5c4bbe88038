// Numbers as each language writes them, the same on the server and in the browser. Browsers built on Chromium have no
// Azerbaijani. Nothing else formats a number.
import { type Language, localeOf } from './languages.ts'

export const formatNumber = (value: number, language: Language, maxDecimals = 3) =>
  new Intl.NumberFormat(separatorsOf(language), { maximumFractionDigits: maxDecimals }).format(value)

/** A share of one: 0.25 is '25%'. */
export const formatPercent = (share: number, language: Language) =>
  language === 'az'
    ? `${formatNumber(share * 100, language, 0)}%`
    : new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(share)

/** Which form of a text goes with a number. */
export const pluralOf = (count: number, language: Language) => new Intl.PluralRules(language).select(count)

// Azerbaijani separates as Russian does: 12 500,5.
const separatorsOf = (language: Language) => localeOf(language === 'az' ? 'ru' : language)
