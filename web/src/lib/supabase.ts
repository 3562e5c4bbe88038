// The one client. Never imported by a public page's first load: those import it when they need it.
import { type AuthError, createClient } from '@supabase/supabase-js'
import type { Database } from '../../../supabase/functions/_shared/database.types.ts'
import { readSiteConfig } from './config.ts'
import { hasStoredToken, isSignedIn, signedInAgain } from './session.ts'
import { createSessionFetch, type Renewal } from './session-fetch.ts'

const { supabaseUrl, supabaseKey } = readSiteConfig()

const session = createSessionFetch({
  supabaseUrl,
  send: async (input, init) => fetch(input, init),
  readToken: async () => (await supabase.auth.getSession()).data.session?.access_token,
  renew,
  end: async () => void (await supabase.auth.signOut({ scope: 'local' })),
  signedInAgain,
  isSignedIn,
  hasStoredToken,
})

// Trying again is the query client's business, or the person's: not both, one inside the other.
export const supabase = createClient<Database>(supabaseUrl, supabaseKey, { db: { retry: false }, global: { fetch: session.fetch } })

export const { through, wasAccepted } = session
export const checkSession = () => session.checkSession(supabaseKey)

/** The client tries for half a minute; nobody waits that long for an answer to a button. */
const RENEW_WITHIN_MS = 8000

async function renew(): Promise<Renewal> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, RENEW_WITHIN_MS))
  const answer = await Promise.race([supabase.auth.refreshSession(), tooLate])
  if (answer?.data.session) return 'renewed'
  return answer?.error && isRejection(answer.error) ? 'ended' : 'unreachable'
}

const isRejection = ({ name, status }: AuthError) =>
  name === 'AuthSessionMissingError' || (name === 'AuthApiError' && [400, 401, 403].includes(status ?? 0))

let passingClients = 0

/** Keeps nothing and tells nobody: for what must not touch the session. Each under a name of its own, or the client warns of a second one. */
export const createPassingClient = () =>
  createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { storageKey: `passing-${++passingClients}`, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
