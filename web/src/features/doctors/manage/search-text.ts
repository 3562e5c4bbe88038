// Turns the typed search text into conditions for the database.
import { isUuid } from '../../../lib/patterns.ts'

export const isAddressOrId = (text: string) => text.includes('@') || isUuid(text)

/** Each word must be in the first or the last name, so that a full name is found too. */
export function nameConditions(text: string) {
  return text
    .normalize('NFC')
    .split(/\s+/)
    .map((word) => quoted(namePattern(word)))
    .map((pattern) => `first_name.ilike.${pattern},last_name.ilike.${pattern}`)
}

/**
 * Typed characters match literally, with two exceptions. The database does not know Turkish case, so i, ı, İ and I match any character, and
 * so does an asterisk, which cannot be escaped in a URL.
 */
const namePattern = (typed: string) =>
  `%${typed
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    // Lower-casing İ may leave an i followed by a combining dot.
    .replaceAll('i\u0307', 'i')
    .replaceAll(/[iıİI*]/g, '_')}%`

/** Quoted, because commas and parentheses would end a condition. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
