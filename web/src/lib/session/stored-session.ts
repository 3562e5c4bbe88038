// The session that the client of accounts has stored in this browser, read without that client.
import type { Session } from '@supabase/auth-js'

/** Sooner than the client itself would renew it, and as early as the requests in the page (web/build/first-paint.ts). */
const RENEWAL_MARGIN_MS = 120_000

/** Null if there is none. Undefined if only the client can tell: it has to be renewed, or cannot be read. */
export function readStoredSession(key: string, now = Date.now()): Session | null | undefined {
  try {
    const stored = localStorage.getItem(key)
    if (stored === null) return null
    const session = JSON.parse(stored) as Partial<Session>
    const isWhole = Boolean(session.access_token && session.refresh_token && session.user?.id)
    return isWhole && (session.expires_at ?? 0) * 1000 > now + RENEWAL_MARGIN_MS ? (session as Session) : undefined
  } catch {
    return undefined
  }
}
