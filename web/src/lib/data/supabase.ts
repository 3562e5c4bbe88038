// The clients of the backend. Public pages must not import them statically, but load them on demand. The clients are parts of supabase-js,
// combined here so that pages load the parts for accounts, live changes, files and functions only when needed.
import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../../supabase/functions/_shared/database.types.ts'
import { takeEarlyAnswer } from '../load/early-answers.ts'
import { createSessionFetch, type Renewal } from '../session/session-fetch.ts'
import { hasStoredToken, isSignedIn, signedInAgain } from '../session/session-state.ts'
import { readStoredSession, storageKeyOf } from '../session/stored-session.ts'
import { readSiteConfig } from './config.ts'

const { supabaseUrl, supabaseKey } = readSiteConfig()

const session = createSessionFetch({
  supabaseUrl,
  // If the early request failed, sends a normal one.
  send: async (input, init) => (await takeEarlyAnswer(input, init)?.catch(() => undefined)) ?? fetch(input, init),
  readToken,
  renew,
  end: async () => void (await (await loadAuth()).signOut({ scope: 'local' })),
  signedInAgain,
  isSignedIn,
  hasStoredToken,
})

const authOptions = { url: `${supabaseUrl}/auth/v1`, key: supabaseKey }
const storageKey = storageKeyOf(supabaseUrl)

let auth: GoTrueClient | undefined
const awaitingAuth = new Set<(loaded: GoTrueClient) => void>()

/** Loads the accounts client, which renews the session from then on. */
export const loadAuth = once(async () => {
  const { createAuth } = await import('../session/auth-client.ts')
  const loaded = createAuth({ ...authOptions, storageKey, fetch: session.fetch })
  auth = loaded
  for (const subscribe of awaitingAuth) subscribe(loaded)
  awaitingAuth.clear()
  return loaded
})

/**
 * Subscribes once the accounts client is loaded. The first event is the session that the client has found. Returns a function that
 * unsubscribes.
 */
export function onAuthChange(listener: (event: AuthChangeEvent, session: Session | null) => void) {
  let unsubscribe: (() => void) | undefined
  const subscribe = (loaded: GoTrueClient) => {
    const { subscription } = loaded.onAuthStateChange(listener).data
    unsubscribe = () => subscription.unsubscribe()
  }
  if (auth) subscribe(auth)
  else awaitingAuth.add(subscribe)
  return () => {
    awaitingAuth.delete(subscribe)
    unsubscribe?.()
  }
}

/** The stored session. Undefined if it must be renewed, or if the accounts client is loaded, which has the current one. */
export const storedSession = () => (import.meta.env.SSR ? null : auth ? undefined : readStoredSession(storageKey))

/** The session of this browser, renewed if necessary. */
export async function readSession(): Promise<Session | null> {
  const stored = storedSession()
  return stored === undefined ? (await (await loadAuth()).getSession()).data.session : stored
}

export async function readToken() {
  return (await readSession())?.access_token
}

/** Without a session, the key is sent as the token. */
const fetchWithToken: typeof fetch = async (input, init) => send(input, init, (await readToken()) ?? supabaseKey)

/** Functions do not accept keys of the newer kind as tokens. */
const fetchFunction: typeof fetch = async (input, init) =>
  send(input, init, (await readToken()) ?? (supabaseKey.startsWith('sb_publishable_') ? undefined : supabaseKey))

async function send(input: RequestInfo | URL, init: RequestInit | undefined, token: string | undefined) {
  const headers = new Headers(init?.headers)
  headers.set('apikey', supabaseKey)
  if (token) headers.set('authorization', `Bearer ${token}`)
  return session.fetch(input, { ...init, headers })
}

// The query client or the person retries. Retries here would multiply with those.
const rest = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, { fetch: fetchWithToken, retry: false })

export const supabase = {
  from: rest.from.bind(rest),
  rpc: rest.rpc.bind(rest),
}

/** Loads the client for functions. */
export const loadFunctions = once(async () => {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${supabaseUrl}/functions/v1`, { customFetch: fetchFunction })
})

/** Loads the client for live changes, which always uses the token of the signed-in person. */
export const loadRealtime = once(async () => {
  const { RealtimeClient } = await import('@supabase/realtime-js')
  const realtime = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken: async () => (await readToken()) ?? supabaseKey,
    fetch: fetchWithToken,
  })
  let known = storedSession()?.access_token
  onAuthChange((event, current) => {
    const token = current?.access_token
    const isNew = ['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED'].includes(event) && token !== known
    if (!isNew && event !== 'SIGNED_OUT') return
    known = token
    void realtime.setAuth(token ?? null)
  })
  return realtime
})

/** Loads the client for files and photos. */
export const loadStorage = once(async () => {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(`${supabaseUrl}/storage/v1`, {}, fetchWithToken)
})

/** Loads once. After a failure the next caller tries again. */
function once<Client>(load: () => Promise<Client>) {
  let loading: Promise<Client> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

export const { through, wasAccepted } = session
export const checkSession = () => session.checkSession(supabaseKey)

/** The client itself would retry for half a minute, which is too long for a person who has clicked a button. */
const RENEWAL_TIMEOUT_MS = 8000

async function renew(): Promise<Renewal> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, RENEWAL_TIMEOUT_MS))
  const renewed = loadAuth().then((loaded) => loaded.refreshSession())
  const answer = await Promise.race([renewed, tooLate]).catch(() => undefined)
  if (answer?.data.session) return 'renewed'
  if (!answer?.error) return 'unreachable'
  const { isRejection } = await import('../session/auth-client.ts')
  return isRejection(answer.error) ? 'ended' : 'unreachable'
}

/** A client for requests that must not touch the session. */
export const loadStatelessAuth = async () => (await import('../session/auth-client.ts')).createStatelessAuth(authOptions)
