// Guards changes that nobody may make with a session that was left open: its password, link, code or factor must have been checked a short
// while ago. The same rule is in the database for what is done there.
import { AuthError } from './errors.ts'
import type { SignedIn } from './signed-in.ts'

const MAX_AGE_SECONDS = 15 * 60

export const isRecent = ({ authenticatedAt }: Pick<SignedIn, 'authenticatedAt'>) => authenticatedAt > Date.now() / 1000 - MAX_AGE_SECONDS

/** `action` begins the sentence, as in "Password update". */
export function requireRecent(person: Pick<SignedIn, 'authenticatedAt'>, action: string) {
  if (!isRecent(person)) throw reauthenticationNeeded(action)
}

export const reauthenticationNeeded = (action: string) =>
  new AuthError(400, 'reauthentication_needed', `${action} requires reauthentication`)
