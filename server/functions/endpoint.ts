// `/functions/v1/<name>`: checks who may call a function over HTTP, and removes forgeable headers.
import { CLAIMED_ADDRESSES } from '../client-address.ts'
import type { Identities } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import { bearerToken } from '../wire.ts'
import { noToken, notFound, wrongMethod, wrongToken } from './answers.ts'
import type { Functions } from './host.ts'
import type { SettingsOf } from './settings.ts'

export interface EndpointOptions {
  functions: Functions
  settingsOf: SettingsOf
  identifyPerson: Identities['identifyPerson']
  /** The origin of the request URL that functions receive. */
  siteUrl: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const CLAIMS = [...CLAIMED_ADDRESSES, 'x-forwarded-host', 'x-forwarded-proto']

export function createEndpoint({ functions, settingsOf, identifyPerson, siteUrl }: EndpointOptions) {
  /** Returns the refusal of a call, if any. A browser's preflight carries no token and is answered by the function. */
  async function refusal(request: Request, name: string) {
    const { enabled, verifiesToken } = settingsOf(name)
    if (!enabled || !functions.has(name)) return notFound()
    if (!METHODS.includes(request.method)) return wrongMethod()
    if (!verifiesToken || request.method === 'OPTIONS') return undefined
    if (!request.headers.get('authorization')) return noToken()
    try {
      await identifyPerson(bearerToken(request) ?? '')
      return undefined
    } catch (error) {
      if (error instanceof IdentityError) return wrongToken()
      throw error
    }
  }

  return async (request: Request, path: string, address: string): Promise<Response> => {
    const name = path.split('/')[1] ?? ''
    const refused = await refusal(request, name)
    if (refused) return refused
    const headers = new Headers(request.headers)
    for (const claim of CLAIMS) headers.delete(claim)
    headers.set('x-forwarded-for', address)
    const { search } = new URL(request.url)
    const { method, body } = request
    // As on hosted, the path begins with the function's name.
    return functions.call(name, new Request(`${siteUrl}${path}${search}`, { method, headers, body, ...(body ? { duplex: 'half' } : {}) }))
  }
}
