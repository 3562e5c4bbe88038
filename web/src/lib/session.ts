// Who is signed in. The client that knows it is loaded only where a session was kept, so that visitors do not pay for it.
import { useSyncExternalStore } from 'react'

export type Role = 'admin' | 'doctor' | 'patient'

export interface SignedIn {
  id: string
  email: string
  /** As it was given at sign-up, for greeting; the profile is what counts. */
  names: { first: string; last: string }
  /** Undefined until the first answer; none when they could not be loaded. */
  roles: Role[] | undefined
}

export type SessionState = { status: 'out' } | { status: 'loading' } | { status: 'in'; person: SignedIn }

const SIGNED_OUT: SessionState = { status: 'out' }
let state: SessionState = SIGNED_OUT
const listeners = new Set<() => void>()
let watching: Promise<void> | undefined

function change(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

export function hasKeptSession() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('sb-'))
  } catch {
    return false
  }
}

/** Loads the client and follows it from now on. For pages that sign somebody in; others wait until there is a session to follow. */
export function watchSession(): Promise<void> {
  if (!watching && hasKeptSession()) change({ status: 'loading' })
  watching ??= import('./session-client.ts')
    .then(({ followSession }) => followSession((person) => change(person ? { status: 'in', person } : SIGNED_OUT)))
    .catch((error: unknown) => {
      // It could not be fetched: nobody waits for it for ever, and whoever asks next tries again.
      watching = undefined
      change(SIGNED_OUT)
      throw error
    })
  return watching
}

function start() {
  if (!watching && hasKeptSession()) watchSession().catch(() => {})
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    start()
    // Somebody signed in in another tab.
    addEventListener('storage', start)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', start)
  }
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => SIGNED_OUT,
  )
}

/** Who is signed in now, and told again when somebody else is. Without React, for what is kept for one person. */
export function onPersonChange(listener: () => void) {
  let last = personId()
  const check = () => {
    if (personId() === last) return
    last = personId()
    listener()
  }
  return subscribe(check)
}

const personId = () => (state.status === 'in' ? state.person.id : undefined)

export const hasRole = (person: SignedIn, role: Role) => person.roles?.includes(role) ?? false
export const hasAnyRole = (person: SignedIn, roles: readonly Role[]) => roles.some((role) => hasRole(person, role))
export const isAdmin = (person: SignedIn) => hasRole(person, 'admin')
export const isDoctor = (person: SignedIn) => hasRole(person, 'doctor')
/** Signed in without a special role. */
export const isPatient = (person: SignedIn) => !isAdmin(person) && !isDoctor(person)

/** After a role was given or taken. */
export async function reloadRoles() {
  const { askForRoles } = await import('./session-client.ts')
  await askForRoles()
}

/** Everywhere at once, or in this browser only. What this browser keeps goes first, so that a lost connection cannot keep somebody signed in. */
export async function signOut(scope: 'global' | 'local' = 'global') {
  const { endSession } = await import('./session-client.ts')
  await endSession(scope)
}
