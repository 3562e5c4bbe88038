// The clients of the backend. Public pages must not import them statically: they load them when they need them.
// These are the parts of supabase-js, put together here so that pages load the parts for accounts, live changes, files and functions only when
// needed.
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
  // Whatever came of the early request, this one still has an answer.
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

/** The client of accounts. Once it is loaded, it renews the session. */
export const loadAuth = once(async () => {
  const { createAuth } = await import('../session/auth-client.ts')
  const loaded = createAuth({ ...authOptions, storageKey, fetch: session.fetch })
  auth = loaded
  for (const subscribe of awaitingAuth) subscribe(loaded)
  awaitingAuth.clear()
  return loaded
})

/** From the time on at which the client of accounts is loaded; it first tells the session that it has found. Returns how to stop. */
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

/** What is stored, or undefined if that has to be renewed or the client of accounts is loaded, which then knows better. */
export const storedSession = () => (import.meta.env.SSR ? null : auth ? undefined : readStoredSession(storageKey))

/** The session of this browser, renewed if necessary. */
export async function readSession(): Promise<Session | null> {
  const stored = storedSession()
  return stored === undefined ? (await (await loadAuth()).getSession()).data.session : stored
}

export async function readToken() {
  return (await readSession())?.access_token
}

/** Without a session, the key counts as the token. */
const fetchWithToken: typeof fetch = async (input, init) => send(input, init, (await readToken()) ?? supabaseKey)

/** Functions refuse keys of the newer kind as tokens, because they are none. */
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

/** The client for functions. */
export const loadFunctions = once(async () => {
  const { FunctionsClient } = await import('@supabase/functions-js')
  return new FunctionsClient(`${supabaseUrl}/functions/v1`, { customFetch: fetchFunction })
})

/** The client for live changes, always with the token of the person who is signed in. */
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

/** The client for files and photos. */
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

/** The client itself would try for half a minute, too long for somebody who has clicked a button. */
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

/** For requests that must not touch the session. */
export const loadStatelessAuth = async () => (await import('../session/auth-client.ts')).createStatelessAuth(authOptions)
