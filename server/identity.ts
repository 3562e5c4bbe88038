// Who is asking: an API key on every request, and a person's token where somebody is signed in.
import { timingSafeEqual } from 'node:crypto'
import type { ApiKeys } from './keys.ts'
import type { AccessClaims, Tokens } from './tokens.ts'

export interface Identity {
  role: 'anon' | 'authenticated' | 'service_role'
  claims: AccessClaims | { role: string }
  /** Set for a person: the session must still be there. */
  sessionId: string | undefined
}

export class IdentityError extends Error {
  readonly kind: 'no-key' | 'wrong-key' | 'expired' | 'wrong-token'
  constructor(kind: IdentityError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export type Identify = (request: Request) => Promise<Identity>

export function createIdentify({ keys, tokens }: { keys: ApiKeys; tokens: Tokens }): Identify {
  const roleOf = (key: string) => (isSame(key, keys.secret) ? 'service_role' : isSame(key, keys.publishable) ? 'anon' : undefined)

  return async (request) => {
    const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
    if (!key) throw new IdentityError('no-key', 'No API key found in request')
    const role = roleOf(key)
    if (!role) throw new IdentityError('wrong-key', 'Invalid API key')
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    // The client sends its key as token while nobody is signed in.
    if (!bearer || bearer === key) return { role, claims: { role }, sessionId: undefined }
    const claims = await tokens.verify(bearer)
    return { role: 'authenticated', claims, sessionId: claims.session_id }
  }
}

function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
