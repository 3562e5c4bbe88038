// The Supabase client. Public pages must not import it statically: they load it when they need it.
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

// The query client or the person retries. Retries here would multiply with those.
export const supabase = createClient<Database>(supabaseUrl, supabaseKey, { db: { retry: false }, global: { fetch: session.fetch } })

export const { through, wasAccepted } = session
export const checkSession = () => session.checkSession(supabaseKey)

/** The client itself would try for half a minute, too long for somebody who has clicked a button. */
const RENEWAL_TIMEOUT_MS = 8000

async function renew(): Promise<Renewal> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, RENEWAL_TIMEOUT_MS))
  const answer = await Promise.race([supabase.auth.refreshSession(), tooLate])
  if (answer?.data.session) return 'renewed'
  return answer?.error && isRejection(answer.error) ? 'ended' : 'unreachable'
}

const isRejection = ({ name, status }: AuthError) =>
  name === 'AuthSessionMissingError' || (name === 'AuthApiError' && [400, 401, 403].includes(status ?? 0))

let statelessClients = 0

/** A client that neither stores nor shares a session, for requests that must not touch it. Unique keys avoid a warning of the library. */
export const createStatelessClient = () =>
  createClient<Database>(supabaseUrl, supabaseKey, {
    auth: { storageKey: `stateless-${++statelessClients}`, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
