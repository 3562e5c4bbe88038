// Where somebody was going when they were asked to sign in. Kept in the entry of the history, so that the address stays `/auth`;
// while a link in a mail is awaited, which opens in another tab, in this browser's storage.
import type { Location } from 'react-router'

const KEY = 'return-to'
const MAX_LENGTH = 512
const MAX_AGE_MS = 24 * 60 * 60 * 1000

// Only what one of our own addresses consists of. The path has no escapes, dots or doubled slashes, so it can name no other host.
const OWN_PATH = /^(?:\/[A-Za-z0-9_-]+)+(?:\?[\w\-.~%!$&'()*+,;=:@/?]*)?(?:#[\w\-.~%!$&'()*+,;=:@/?]*)?$/

/** The same path if it is one of this site, and not the page for signing in itself. */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !OWN_PATH.test(value)) return undefined
  return /^\/auth(?![\w-])/.test(value) ? undefined : value
}

type SignInTab = 'sign-in' | 'sign-up'

/** For a link to the page for signing in that leads back here. */
export const toSignIn = ({ pathname, search, hash }: Location, tab: SignInTab = 'sign-in') => ({
  to: '/auth',
  state: { returnTo: pathname + search + hash, tab },
})

/** What a link to the page for signing in asked for. */
export function readSignInState(state: unknown): { returnTo: string | undefined; tab: SignInTab } {
  const { returnTo, tab } = typeof state === 'object' && state ? (state as Record<string, unknown>) : {}
  return { returnTo: ownPath(returnTo), tab: tab === 'sign-up' ? tab : 'sign-in' }
}

/** Before a mail is sent whose link leads on. */
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
    // Not written by us.
  }
  forgetReturn()
  return undefined
}

export const forgetReturn = () => localStorage.removeItem(KEY)
