import { fold } from '../../lib/fold.ts'
import type { Language } from '../../lib/languages.ts'

/** The index of the name that begins with what was typed, or -1. One letter, typed again and again, goes through all names with it. */
export function matchTyped(names: string[], current: number, typed: string, language: Language) {
  const folded = fold(typed, language)
  const isOneLetter = Array.from(folded).every((letter) => letter === folded[0])
  const wanted = isOneLetter ? (folded[0] ?? '') : folded
  if (!wanted) return -1
  // With more letters the current name may still match; with one letter the next is wanted.
  const first = isOneLetter ? current + 1 : Math.max(current, 0)
  const order = names.map((_, step) => (first + step + names.length) % names.length)
  return order.find((index) => fold(names[index] ?? '', language).startsWith(wanted)) ?? -1
}
