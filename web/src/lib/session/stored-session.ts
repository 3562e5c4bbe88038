// The session that the accounts client has stored in this browser, read without that client.
import type { Session } from '@supabase/auth-js'

/** Earlier than the client itself would renew it. */
export const RENEWAL_MARGIN_SECONDS = 120

/** The key under which supabase-js stores the session. Pages contain the text of this function (web/build/first-paint.ts). */
export const storageKeyOf = (supabaseUrl: string) => `sb-${new URL(supabaseUrl).hostname.split('.')[0]}-auth-token`

/** Null if there is no session. Undefined if only the client can tell, because the session must be renewed or cannot be read. */
export function readStoredSession(key: string, now = Date.now()): Session | null | undefined {
  try {
    const stored = localStorage.getItem(key)
    if (stored === null) return null
    const session = JSON.parse(stored) as Partial<Session>
    const isWhole = Boolean(session.access_token && session.refresh_token && session.user?.id)
    return isWhole && (session.expires_at ?? 0) > now / 1000 + RENEWAL_MARGIN_SECONDS ? (session as Session) : undefined
  } catch {
    return undefined
  }
}
