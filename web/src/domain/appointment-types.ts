// The names of a doctor's types of appointments in the reader's language, and their fees.
import type { TextKey, Values } from '../lib/i18n.tsx'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../lib/languages.ts'
import { formatMoney } from '../lib/numbers.ts'

/** The version of the text beside a fee that people agree to, named by the day it was written. A changed text gets a new day. */
export const FEE_TEXT_VERSION = '2026-11-19'

export interface TextInLanguage {
  text: string
  language: Language
  /** The name of the text's language, written in that language, if it is not the reader's. The text must then be labelled with it. */
  otherLanguage: string | undefined
}

/** The reader's text among texts stored by language, or else the first one in the order of the site. Undefined if there is none. */
export function textIn(texts: unknown, language: Language): TextInLanguage | undefined {
  if (typeof texts !== 'object' || texts === null) return undefined
  const byLanguage = texts as Partial<Record<string, unknown>>
  const found = [language, ...LANGUAGES].find((each) => typeof byLanguage[each] === 'string' && byLanguage[each] !== '')
  if (!isLanguage(found)) return undefined
  const otherLanguage = found === language ? undefined : LANGUAGE_NAMES[found]
  return { text: byLanguage[found] as string, language: found, otherLanguage }
}

/** The name of a type, as it is now or as it was booked. */
export const typeName = ({ names }: { names: unknown }, language: Language) => textIn(names, language)

/** The name as plain text, for places that cannot contain elements: 'Erstgespräch (Deutsch)'. */
export function plainNameOf(type: { names: unknown }, language: Language): string {
  const name = typeName(type, language)
  if (!name) return ''
  return name.otherLanguage ? `${name.text} (${name.otherLanguage})` : name.text
}

/** A type that can be chosen while booking. */
export interface BookableType {
  id: string
  /** The names by language. */
  names: unknown
  minutes: number
  /** 'everybody', 'returning' or 'staff'. */
  who: string
  /** Undefined for visitors, unless the company shows fees to everybody. */
  fee_minor?: number | null
  currency?: string
}

/** Undefined if the reader may not see the fee. */
export const feeOf = ({ fee_minor, currency = '' }: BookableType): Fee | undefined =>
  fee_minor === undefined ? undefined : { fee_minor, currency: fee_minor === null ? null : currency }

export const CURRENCIES = ['AZN', 'TRY', 'USD', 'EUR'] as const

/** A fee in minor units, or null for a fee on request. */
export interface Fee {
  fee_minor: number | null
  currency: string | null
}

/** '80 AZN', in the order of left-to-right texts in every language. Use it inside `t()` or a `<bdi>`. */
export const amountOf = (minor: number, currency: string, language: Language) => formatMoney(minor, currency, language)

/** The fee in words: an amount, 'free of charge', or 'on request'. The texts are in the area `types`. */
export function feeText({ fee_minor, currency }: Fee, language: Language, t: (key: TextKey, values?: Values) => string): string {
  if (fee_minor === null || currency === null) return t('fee.onRequest')
  return fee_minor === 0 ? t('fee.none') : `\u2066${amountOf(fee_minor, currency, language)}\u2069`
}
