// Who is signed in. The client that knows it is loaded only where a session was kept, so that visitors do not pay for it.
import { useSyncExternalStore } from 'react'

export type Role = 'admin' | 'doctor' | 'patient'

export interface SignedIn {
  id: string
  email: string
  /** As it was given at sign-up, for greeting; the profile is what counts. */
  names: { first: string; last: string }
  /** Undefined until they are known. */
  roles: Role[] | undefined
  /** They could not be loaded: nothing is known about them. */
  haveRolesFailed?: boolean
}

export type SessionState =
  /** `hasEnded`: not by this person's own wish. */
  | { status: 'out'; hasEnded?: boolean }
  /** `isUnreachable`: there is a session, but it has to be renewed and the server cannot be reached. */
  | { status: 'loading'; isUnreachable?: boolean }
  /** `hasEnded`: the server no longer accepts the session. The page stays as it is until its owner has signed in again. */
  | { status: 'in'; person: SignedIn; hasEnded?: boolean }

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

export const STORED_TOKEN = /^sb-.+-auth-token$/
export const hasStoredToken = () => Object.keys(localStorage).some((key) => STORED_TOKEN.test(key))

/** Read before anything else runs: a client that finds the session dead removes it, perhaps before anybody follows it. */
export const hadTokenAtStart = typeof document !== 'undefined' && hasKeptSession() && hasStoredToken()

let client: typeof import('./session-client.ts') | undefined

async function loadClient() {
  client = await import('./session-client.ts')
  return client
}

/** Loads the client and follows it from now on. For pages that sign somebody in; others wait until there is a session to follow. */
export function watchSession(): Promise<void> {
  if (!watching && hasKeptSession()) change({ status: 'loading' })
  watching ??= loadClient()
    .then(({ followSession }) => followSession(change))
    .catch((error: unknown) => {
      // It could not be fetched: nobody waits for it for ever, and whoever asks next tries again.
      watching = undefined
      change(SIGNED_OUT)
      throw error
    })
  return watching
}

function start() {
  if (!watching && (hadTokenAtStart || hasKeptSession())) watchSession().catch(() => {})
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
const hasEnded = () => state.status === 'in' && state.hasEnded === true

/** With a session that is not known to have ended. */
export const isSignedIn = () => state.status === 'in' && !state.hasEnded

/** Undefined unless the session has ended under an open page; then whether the same person signs in again. */
export function signedInAgain(): Promise<boolean> | undefined {
  if (!hasEnded()) return undefined
  const owner = personId()
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (hasEnded()) return
      stop()
      resolve(personId() === owner)
    })
  })
}

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

/** A session that ended under an open page is let go: the page asks for signing in by its own means. */
export async function dropEndedSession() {
  const { forgetPerson } = await import('./session-client.ts')
  forgetPerson()
}

/** After the server could not be reached. */
export async function retrySession() {
  const { supabase } = await import('./supabase.ts')
  await supabase.auth.getSession()
}

/** Everywhere at once, or in this browser only. What this browser keeps goes first, so that a lost connection cannot keep somebody signed in. */
export async function signOut(scope: 'global' | 'local' = 'global') {
  // Without a pause where the client is loaded: somebody who leaves the page right after the press is signed out all the same.
  await (client ?? (await loadClient())).endSession(scope)
}
