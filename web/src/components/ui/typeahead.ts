import { fold } from '../../lib/fold.ts'
import type { Language } from '../../lib/languages.ts'

/** The index of the name that begins with the typed text, or -1. Typing one letter repeatedly goes through all names that begin with it. */
export function matchTyped(names: string[], current: number, typed: string, language: Language) {
  const folded = fold(typed, language)
  const isOneLetter = Array.from(folded).every((letter) => letter === folded[0])
  const wanted = isOneLetter ? (folded[0] ?? '') : folded
  if (!wanted) return -1
  // With more letters the current name may still match. With a repeated letter the next name is wanted.
  const first = isOneLetter ? current + 1 : Math.max(current, 0)
  const order = names.map((_, step) => (first + step + names.length) % names.length)
  return order.find((index) => fold(names[index] ?? '', language).startsWith(wanted)) ?? -1
}
