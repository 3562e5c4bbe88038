// Formats numbers for each language, identically in the prerender and in the browser. Chromium has no
// Azerbaijani. No other code formats numbers.
import { type Language, localeOf } from './languages.ts'

export function formatNumber(value: number, language: Language, maxDecimals = 3) {
  // All six languages write small whole numbers alike, and most numbers on a page are small.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  const locale = separatorsOf(language)
  const format = cached(decimals, `${locale} ${maxDecimals}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: maxDecimals }))
  return format.format(value)
}

/** An amount in minor units of a currency with two decimals: '80 AZN', '1,250.50 EUR'. */
export function formatMoney(minor: number, currency: string, language: Language) {
  const locale = separatorsOf(language)
  const decimalsShown = minor % 100 === 0 ? 0 : 2
  const format = cached(
    decimals,
    `${locale} money ${decimalsShown}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: decimalsShown, maximumFractionDigits: decimalsShown }),
  )
  return `${format.format(minor / 100)}\u00a0${currency}`
}

/** Formats a fraction: 0.25 is '25%'. */
export const formatPercent = (share: number, language: Language, maxDecimals = 0) =>
  language === 'az'
    ? `${formatNumber(share * 100, language, maxDecimals)}%`
    : new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: maxDecimals }).format(share)

/** Formats a duration: '4:07', and '1:04:07' after an hour. */
export function formatLength(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`
}

/** The plural form of a text for a number. */
export const pluralOf = (count: number, language: Language) => cached(plurals, language, () => new Intl.PluralRules(language)).select(count)

// Azerbaijani uses the same separators as Russian: 12 500,5.
const separatorsOf = (language: Language) => localeOf(language === 'az' ? 'ru' : language)

// Cached, because creating a formatter costs a hundred times as much as using it.
const decimals = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

function cached<Format>(formats: Map<string, Format>, key: string, create: () => Format) {
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format
}
