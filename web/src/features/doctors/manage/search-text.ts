// Turns what an admin typed into the search into conditions for the database.
import { isUuid } from '../../../lib/patterns.ts'

export const isAddressOrId = (text: string) => text.includes('@') || isUuid(text)

/** Each word in either name, so that a whole name is found too. */
export function nameConditions(text: string) {
  return text
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => quoted(namePattern(word)))
    .map((pattern) => `first_name.ilike.${pattern},last_name.ilike.${pattern}`)
}

/**
 * What was typed means these characters, with two exceptions: the database knows no Turkish case, so that i, ı, İ and I stand for each
 * other; and a star, which cannot be escaped in an address, for any one character.
 */
const namePattern = (typed: string) =>
  `%${typed
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    // A small i with the dot of a capital İ, as lower case may leave it.
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[iıİI*]/g, '_')}%`

/** Commas and parentheses would end a condition. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
