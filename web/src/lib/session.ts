// Who is signed in. The Supabase client is loaded only if the browser has stored a session, so that visitors do not download it.
import { useSyncExternalStore } from 'react'

export type Role = 'admin' | 'doctor' | 'patient'

export interface SignedIn {
  id: string
  email: string
  /** As given at sign-up, for a greeting. Anything else uses the profile. */
  names: { first: string; last: string }
  /** The account has a second factor, and this session has not shown it yet. */
  needsSecondStep?: boolean
  /** Undefined until they are known. */
  roles: Role[] | undefined
  /** The roles could not be loaded, so nothing is known about them. */
  haveRolesFailed?: boolean
}

export type SessionState =
  /** `hasEnded`: the session ended without this person signing out. */
  | { status: 'out'; hasEnded?: boolean }
  /** `isUnreachable`: a session is stored, but it needs renewal and the server cannot be reached. */
  | { status: 'loading'; isUnreachable?: boolean }
  /** `hasEnded`: the server no longer accepts the session. The page stays as it is until the person signs in again. */
  | { status: 'in'; person: SignedIn; hasEnded?: boolean }

const SIGNED_OUT: SessionState = { status: 'out' }
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

/** Read before anything else runs, because a client that finds the session dead deletes it, perhaps before anything subscribes. */
export const hadTokenAtStart = typeof document !== 'undefined' && hasKeptSession() && hasStoredToken()

// From the first frame on, so that no page is drawn for a visitor first.
let state: SessionState = hadTokenAtStart ? { status: 'loading' } : SIGNED_OUT

let client: typeof import('./session-client.ts') | undefined

async function loadClient() {
  client = await import('./session-client.ts')
  return client
}

/** Loads the client and subscribes to it. For pages that sign somebody in; other pages wait until there is a session. */
export function watchSession(): Promise<void> {
  if (!watching && hasKeptSession()) change({ status: 'loading' })
  watching ??= loadClient()
    .then(({ followSession }) => followSession(change))
    .catch((error: unknown) => {
      // The client could not be downloaded. The next caller tries again.
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

/** The signed-in person once their roles are known, or undefined if that cannot be. */
export async function personAtStart() {
  await watchSession()
  return new Promise<SignedIn | undefined>((resolve) => {
    const look = () => {
      if (state.status === 'in' && !state.person.roles && !state.person.haveRolesFailed && !state.hasEnded) return
      stop()
      resolve(isSignedIn() && state.status === 'in' ? state.person : undefined)
    }
    const stop = subscribe(look)
    look()
  })
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => SIGNED_OUT,
  )
}

/** The session ended under an open page: what it asks of the server waits until the person signs in again. */
export function useHasSessionEnded() {
  const session = useSession()
  return session.status === 'in' && session.hasEnded === true
}

/** Calls back with the signed-in person, now and whenever that changes. For per-person caches outside React. */
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

/** Whether there is a session that is not known to have ended. */
export const isSignedIn = () => state.status === 'in' && !state.hasEnded

/** Undefined while the session is alive. Once it has ended under an open page: whether the same person signs in again. */
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

const hasRole = (person: SignedIn, role: Role) => person.roles?.includes(role) ?? false
export const hasAnyRole = (person: SignedIn, roles: readonly Role[]) => roles.some((role) => hasRole(person, role))
export const isAdmin = (person: SignedIn) => hasRole(person, 'admin')
export const isDoctor = (person: SignedIn) => hasRole(person, 'doctor')

/** Called after a role was added or removed. */
export async function reloadRoles() {
  const { askForRoles } = await import('./session-client.ts')
  await askForRoles()
}

/** Forgets a session that ended under an open page. The page then asks to sign in by itself. */
export async function dropEndedSession() {
  const { forgetPerson } = await import('./session-client.ts')
  forgetPerson()
}

/** Tries again after the server could not be reached. */
export async function retrySession() {
  const { lookAgain } = await import('./session-client.ts')
  await lookAgain()
}

/** Signs out everywhere, or in this browser only. The stored session is deleted first, so that no lost connection keeps anybody signed in. */
export async function signOut(scope: 'global' | 'local' = 'global') {
  // No await if the client is loaded: somebody who closes the page right after the click is signed out all the same.
  await (client ?? (await loadClient())).endSession(scope)
}
