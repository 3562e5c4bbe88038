// Whose request it is: an API key on every one, and a person's token where somebody is signed in.
import { timingSafeEqual } from 'node:crypto'
import { IdentityError } from './identity-error.ts'
import type { ApiKeys } from './keys.ts'
import type { AccessClaims, Tokens } from './tokens.ts'
import { bearerToken } from './wire.ts'

export type Role = 'anon' | 'authenticated' | 'service_role'

export interface Identity {
  role: Role
  claims: AccessClaims | { role: string }
  /** Set for a person: the session must still be there. */
  sessionId: string | undefined
}

interface Person extends Identity {
  role: 'authenticated'
  claims: AccessClaims
  sessionId: string
}

export interface Identities {
  /** Throws an IdentityError where there is no key, or none that we know. */
  identifyKey: (key: string | null) => Identity
  /** Rejects with an IdentityError. Whether the session still lives is for the caller to ask. */
  identifyPerson: (token: string) => Promise<Person>
  /** The person where a token came along, else the key. */
  identify: (request: Request) => Promise<Identity>
}

export type Identify = Identities['identify']

/** Nobody in particular: the role that a key stands for. */
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
      // The client sends its key as token while nobody is signed in.
      return !token || token === key ? identity : identifyPerson(token)
    },
  }
}

function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
