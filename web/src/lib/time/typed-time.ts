import { withLatinDigits } from '../patterns.ts'

/** The typed time: '9', '930', '9.30' and '09:30' are read as people mean them. Undefined if it is not a time. */
export function parseTypedTime(text: string) {
  const match = /^(\d{1,2})(?:[\s.:h]?(\d{2}))?$/.exec(withLatinDigits(text.trim()))
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)]
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : undefined
}
