// Identifies the caller: every request has an API key, and a user's token while somebody is signed in.
import { timingSafeEqual } from 'node:crypto'
import { IdentityError } from './identity-error.ts'
import type { ApiKeys } from './keys.ts'
import type { AccessClaims, Tokens } from './tokens.ts'
import { bearerToken } from './wire.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

export interface Identity {
  role: Role
  claims: AccessClaims | { role: string }
  /** Set for a user, whose session must still exist. */
  sessionId: string | undefined
}

interface Person extends Identity {
  role: 'authenticated'
  claims: AccessClaims
  sessionId: string
}

export interface Identities {
  /** Throws an IdentityError if the key is missing or unknown. */
  identifyKey: (key: string | null) => Identity
  /** Rejects with an IdentityError. The caller must check whether the session still exists. */
  identifyPerson: (token: string) => Promise<Person>
  /** Returns the user if there is a token, otherwise the key's role. */
  identify: (request: Request) => Promise<Identity>
}

export type Identify = Identities['identify']

/** The identity of an API key without a user. */
export const identityOfRole = (role: Role): Identity => ({ role, claims: { role }, sessionId: undefined })

export const keyIn = (request: Request) => request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')

export function createIdentities({ keys, tokens }: { keys: ApiKeys; tokens: Pick<Tokens, 'verify'> }): Identities {
  function identifyKey(key: string | null) {
    if (!key) throw new IdentityError('no-key', 'No API key found in request')
    if (isSame(key, keys.secret)) return identityOfRole('service_role')
    if (isSame(key, keys.publishable)) return identityOfRole('anon')
    throw new IdentityError('wrong-key', 'Invalid API key')
  }

  async function identifyPerson(token: string): Promise<Person> {
    const claims = await tokens.verify(token)
    return { role: 'authenticated', claims, sessionId: claims.session_id }
  }

  return {
    identifyKey,
    identifyPerson,
    async identify(request) {
      const key = keyIn(request)
      const identity = identifyKey(key)
      const token = bearerToken(request)
      // Clients send their key as the token while nobody is signed in.
      return !token || token === key ? identity : identifyPerson(token)
    },
  }
}

function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
