// The accounts client. It is large, and most signed-in pages work without it: lib/data/supabase.ts loads it.
import { AuthClient, type AuthError } from '@supabase/auth-js'

export interface AuthOptions {
  url: string
  key: string
}

const headersOf = (key: string) => ({ Authorization: `Bearer ${key}`, apikey: key })

export function createAuth({ url, key, storageKey, fetch }: AuthOptions & { storageKey: string; fetch: typeof globalThis.fetch }) {
  return new AuthClient({ url, headers: headersOf(key), fetch, storageKey, experimental: { recoveryCodes: true } })
}

let statelessClients = 0

/** A client that neither stores nor shares a session, for requests that must not touch it. A unique key avoids a warning of the library. */
export function createStatelessAuth({ url, key }: AuthOptions) {
  return new AuthClient({
    url,
    headers: headersOf(key),
    storageKey: `stateless-${++statelessClients}`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
}

/** Whether the server has refused to renew the session, as opposed to not responding. */
export const isRejection = ({ name, status }: AuthError) =>
  name === 'AuthSessionMissingError' || (name === 'AuthApiError' && [400, 401, 403].includes(status ?? 0))
