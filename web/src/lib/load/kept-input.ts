// What somebody has chosen or typed and not sent yet, kept on this device for a day, for the person who typed it. Signing out deletes it
// (session-client.ts).
/** The prefix of what is kept with the tab. */
export const TYPED_PREFIX = 'typed:'
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** Asked for each time, because a browser that forbids storage throws then. */
type Place = () => Storage

export type KeptFields = Record<string, unknown>

/** `userId` is undefined for somebody who is not signed in. */
export function keepInput(place: Place, key: string, fields: KeptFields, userId: string | undefined) {
  try {
    place().setItem(key, JSON.stringify({ ...fields, userId, at: Date.now() }))
  } catch {
    // Storage may be disabled or full. Then the input lasts as long as the page.
  }
}

/** A visitor's input belongs to whoever signs in next on this device; that of a signed-in person only to them. */
export function keptInput(place: Place, key: string, userId: string | undefined): KeptFields | undefined {
  const kept = read(place, key)
  const age = Date.now() - Number(kept['at'])
  const isOwn = kept['userId'] === undefined || kept['userId'] === userId
  if (age >= 0 && age < MAX_AGE_MS && isOwn) return kept
  // Somebody whose session has ended is a visitor until they sign in again, and then still wants their input.
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
    // This was not written by us, or storage is disabled.
    return {}
  }
}
