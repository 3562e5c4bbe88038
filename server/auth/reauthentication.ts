// Protects changes against a session that was left open: a password, link, code or factor must have been verified recently. The database
// enforces the same rule for its own functions.
import { AuthError } from './errors.ts'
import type { SignedIn } from './signed-in.ts'

const MAX_AGE_SECONDS = 15 * 60

export const isRecent = ({ authenticatedAt }: Pick<SignedIn, 'authenticatedAt'>) => authenticatedAt > Date.now() / 1000 - MAX_AGE_SECONDS

/** `action` is the subject of the error message, as in "Password update". */
export function requireRecent(person: Pick<SignedIn, 'authenticatedAt'>, action: string) {
  if (!isRecent(person)) throw reauthenticationNeeded(action)
}

export const reauthenticationNeeded = (action: string) =>
  new AuthError(400, 'reauthentication_needed', `${action} requires reauthentication`)
