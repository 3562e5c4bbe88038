// The booked type and its fee, as the patient reads them in a mail.
import { LANGUAGES } from '../rules.ts'
import type { Fact } from './blocks.ts'
import { dateOf } from './clocks.ts'
import type { Language } from './language.ts'
import { fill, mailTexts } from './texts.ts'

export interface BookedType {
  /** The names of the type at the time of booking, by language. Null if the doctor has no types. */
  type_name: unknown
  fee_minor: number | null
  fee_currency: string | null
  fee_agreed_at: string | null
}

/** The name in the language of the mail, or else in the first language that it has. */
export function typeFact({ type_name: names }: BookedType, language: Language): Fact[] {
  if (!isTexts(names)) return []
  const value = [language, ...LANGUAGES].map((each) => names[each]).find((name) => name !== undefined)
  return value === undefined ? [] : [{ label: mailTexts[language].appointment.type, value, direction: 'auto' }]
}

/** Empty for a doctor without types, because then no fee is stored. */
export function feeFact({ type_name, fee_minor, fee_currency, fee_agreed_at }: BookedType, zone: string, language: Language): Fact[] {
  const { fee } = mailTexts[language].appointment
  if (fee_minor === null || fee_currency === null) return type_name === null ? [] : [{ label: fee.label, value: fee.onRequest }]
  const label = fee_agreed_at === null ? fee.toAgree : fill(fee.agreed, { date: dateOf(new Date(fee_agreed_at), zone, language) })
  return [{ label, value: amountOf(fee_minor, fee_currency, language), direction: 'ltr' }]
}

/** Does not use `Intl`, because Deno has no Azerbaijani. All four currencies have two decimals. */
function amountOf(minor: number, currency: string, language: Language) {
  const [thousands, decimal] = SEPARATORS[language]
  const whole = String(Math.floor(minor / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
  return `${whole}${decimal}${String(minor % 100).padStart(2, '0')}\u00a0${currency}`
}

const SEPARATORS: Record<Language, readonly [thousands: string, decimal: string]> = {
  tr: ['.', ','],
  az: ['.', ','],
  en: [',', '.'],
  ru: ['\u00a0', ','],
  ar: [',', '.'],
  fr: ['\u202f', ','],
}

const isTexts = (names: unknown): names is Partial<Record<Language, string>> => typeof names === 'object' && names !== null
