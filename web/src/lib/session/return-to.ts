// The page that a visitor wanted when they were asked to sign in. It is kept in the history entry, so that the address stays `/auth`. A
// link in an email opens in another tab, so for that case the page is kept in this browser's storage.
import type { Location } from '../router/router.tsx'

const KEY = 'return-to'
const MAX_LENGTH = 512
const MAX_AGE_MS = 24 * 60 * 60 * 1000

// An allow-list of the characters in our own addresses. Without escapes, dots or double slashes the path cannot name another host.
const OWN_PATH = /^(?:\/[A-Za-z0-9_-]+)+(?:\?[\w\-.~%!$&'()*+,;=:@/?]*)?(?:#[\w\-.~%!$&'()*+,;=:@/?]*)?$/

/** The path, if it belongs to this site and is not the sign-in page itself. */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !OWN_PATH.test(value)) return undefined
  return /^\/auth(?![\w-])/.test(value) ? undefined : value
}

type SignInTab = 'sign-in' | 'sign-up'

/** The state of a link to the sign-in page that leads back here. */
export const toSignIn = ({ pathname, search, hash }: Location, tab: SignInTab = 'sign-in') => ({
  to: '/auth',
  state: { returnTo: pathname + search + hash, tab },
})

/** The page that such a link leads back to. */
export function readSignInState(state: unknown): { returnTo: string | undefined; tab: SignInTab } {
  const { returnTo, tab } = typeof state === 'object' && state ? (state as Record<string, unknown>) : {}
  return { returnTo: ownPath(returnTo), tab: tab === 'sign-up' ? tab : 'sign-in' }
}

/** Called before an email is sent whose link continues at `path`. */
export function rememberReturn(path: string | undefined) {
  const own = ownPath(path)
  if (own) localStorage.setItem(KEY, JSON.stringify({ path: own, at: Date.now() }))
}

export function rememberedReturn(): string | undefined {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { path?: unknown; at?: unknown }
    const age = Date.now() - Number(at)
    if (age >= 0 && age < MAX_AGE_MS) return ownPath(path)
  } catch {
    // The entry has another format.
  }
  forgetReturn()
  return undefined
}

export const forgetReturn = () => localStorage.removeItem(KEY)
