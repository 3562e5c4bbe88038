// Finds the most similar name, for hints in errors.
import { MAX_COMPARED_LENGTH } from '../request-limits.ts'

/**
 * Returns the most similar name, if it is similar enough: 1 means equal, 0 nothing in common. A name longer than `maxLength` is not
 * compared.
 */
export function closest(name: string, others: string[], { enough = 0.75, maxLength = MAX_COMPARED_LENGTH } = {}) {
  if (name.length > maxLength) return undefined
  const [best] = others.map((other) => ({ other, similarity: similarityOf(name, other) })).toSorted((a, b) => b.similarity - a.similarity)
  return best && best.similarity >= enough ? best.other : undefined
}

function similarityOf(a: string, b: string) {
  return 1 - distanceOf(a, b) / Math.max(a.length, b.length, 1)
}

function distanceOf(a: string, b: string) {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}
