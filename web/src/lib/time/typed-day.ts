// Parses dates as people type them: 20.01.2027 or 20/01/2027, day first in all six languages.
import type { Language } from '../languages.ts'
import { withLatinDigits } from '../patterns.ts'

const SEPARATORS: Record<Language, string> = { tr: '.', az: '.', ru: '.', en: '/', fr: '/', ar: '/' }

/** '2027-01-20' as people type it: '20.01.2027'. */
export function typedDay(day: string, language: Language) {
  const [year, month, date] = day.split('-')
  return year && month && date ? [date, month, year].join(SEPARATORS[language]) : ''
}

/** The typed day, with any separator or none, or in the form '2027-01-20', which autofill writes. Undefined if it is not a day. */
export function parseTypedDay(text: string) {
  const digits = withLatinDigits(text.trim())
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(digits)
  if (iso) return realDay(iso[1], iso[2], iso[3])
  const typed = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$/.exec(digits) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(digits)
  return typed ? realDay(typed[3], typed[2], typed[1]) : undefined
}

/** Undefined for days that do not exist, such as 30 February. */
function realDay(year = '', month = '', date = '') {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}
