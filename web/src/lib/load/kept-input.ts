// Choices and text that are not sent yet, kept on this device for a day, for the person who typed them. Signing out deletes them
// (session-client.ts).
/** The prefix of keys that are kept with the tab. */
export const TYPED_PREFIX = 'typed:'
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** A function, because accessing storage throws in a browser that forbids it. */
type Place = () => Storage

export type KeptFields = Record<string, unknown>

/** `userId` is undefined for visitors. */
export function keepInput(place: Place, key: string, fields: KeptFields, userId: string | undefined) {
  try {
    place().setItem(key, JSON.stringify({ ...fields, userId, at: Date.now() }))
  } catch {
    // Storage may be disabled or full. Then the input lasts as long as the page.
  }
}

/**
 * Returns the kept input. A visitor's input belongs to the next person who signs in on this device. A signed-in person's input belongs only
 * to them.
 */
export function keptInput(place: Place, key: string, userId: string | undefined): KeptFields | undefined {
  const kept = read(place, key)
  const age = Date.now() - Number(kept['at'])
  const isOwn = kept['userId'] === undefined || kept['userId'] === userId
  if (age >= 0 && age < MAX_AGE_MS && isOwn) return kept
  // A person whose session has ended counts as a visitor until they sign in again, and still wants their input then.
  if (userId || isOwn) forgetInput(place, key)
  return undefined
}

export function forgetInput(place: Place, key: string) {
  try {
    place().removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}

function read(place: Place, key: string): KeptFields {
  try {
    const kept: unknown = JSON.parse(place().getItem(key) ?? '{}')
    return typeof kept === 'object' && kept ? (kept as KeptFields) : {}
  } catch {
    // The entry has another format, or storage is disabled.
    return {}
  }
}
