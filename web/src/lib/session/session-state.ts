// The state of who is signed in. session.ts loads the client that changes it.
export type Role = 'admin' | 'doctor' | 'patient'

export interface SignedIn {
  id: string
  email: string
  /** The names given at sign-up, for a greeting. Everything else uses the profile. */
  names: { first: string; last: string }
  /** Whether the account has a second factor that this session has not verified yet. */
  needsSecondStep?: boolean
  /** Undefined until the roles are loaded. */
  roles: Role[] | undefined
  /** Whether the roles could not be loaded, so that nothing is known about them. */
  haveRolesFailed?: boolean
}

export type SessionState =
  /** `hasEnded` means that the session ended without this person signing out. */
  | { status: 'out'; hasEnded?: boolean }
  /** `isUnreachable` means that a session is stored, but needs renewal and the server cannot be reached. */
  | { status: 'loading'; isUnreachable?: boolean }
  /** `hasEnded` means that the server no longer accepts the session. The page stays as it is until the person signs in again. */
  | { status: 'in'; person: SignedIn; hasEnded?: boolean }

export const SIGNED_OUT: SessionState = { status: 'out' }
const listeners = new Set<() => void>()

export function hasKeptSession() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('sb-'))
  } catch {
    return false
  }
}

export const STORED_TOKEN = /^sb-.+-auth-token$/
export const hasStoredToken = () => Object.keys(localStorage).some((key) => STORED_TOKEN.test(key))

/** Read before anything else runs, because a client that finds the session ended deletes it, perhaps before anything subscribes. */
export const hadTokenAtStart = typeof document !== 'undefined' && hasKeptSession() && hasStoredToken()

// Known from the first frame on, so that no page is rendered for a visitor first.
let state: SessionState = hadTokenAtStart ? { status: 'loading' } : SIGNED_OUT

export const currentSession = () => state

export function changeSession(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/** The returned function unsubscribes. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back with the signed-in person, now and after every change. For per-person caches outside React. */
export function onPersonChange(listener: () => void) {
  let last = personId()
  const check = () => {
    if (personId() === last) return
    last = personId()
    listener()
  }
  return onSessionChange(check)
}

const personId = () => (state.status === 'in' ? state.person.id : undefined)
const hasEnded = () => state.status === 'in' && state.hasEnded === true

/** Whether there is a session that is not known to have ended. */
export const isSignedIn = () => state.status === 'in' && !state.hasEnded

/** Undefined while the session is alive. Once it has ended under an open page, resolves with whether the same person signs in again. */
export function signedInAgain(): Promise<boolean> | undefined {
  if (!hasEnded()) return undefined
  const owner = personId()
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
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
