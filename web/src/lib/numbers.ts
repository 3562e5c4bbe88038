// Formats numbers for each language, identically in the prerender and in the browser. Chromium has no
// Azerbaijani. No other code formats numbers.
import { type Language, localeOf } from './languages.ts'

export const formatNumber = (value: number, language: Language, maxDecimals = 3) =>
  new Intl.NumberFormat(separatorsOf(language), { maximumFractionDigits: maxDecimals }).format(value)

/** Formats a fraction: 0.25 is '25%'. */
export const formatPercent = (share: number, language: Language) =>
  language === 'az'
    ? `${formatNumber(share * 100, language, 0)}%`
    : new Intl.NumberFormat(localeOf(language), { style: 'percent' }).format(share)

/** The plural form of a text for a number. */
export const pluralOf = (count: number, language: Language) => new Intl.PluralRules(language).select(count)

// Azerbaijani uses the separators of Russian: 12 500,5.
const separatorsOf = (language: Language) => localeOf(language === 'az' ? 'ru' : language)
