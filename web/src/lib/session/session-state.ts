// Who is signed in: the state alone. session.ts loads the client that changes it.
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

/** Read before anything else runs, because a client that finds the session dead deletes it, perhaps before anything subscribes. */
export const hadTokenAtStart = typeof document !== 'undefined' && hasKeptSession() && hasStoredToken()

// From the first frame on, so that no page is drawn for a visitor first.
let state: SessionState = hadTokenAtStart ? { status: 'loading' } : SIGNED_OUT

export const currentSession = () => state

export function changeSession(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/** The returned function stops it. */
export function onSessionChange(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls back with the signed-in person, now and whenever that changes. For per-person caches outside React. */
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

/** Undefined while the session is alive. Once it has ended under an open page: whether the same person signs in again. */
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
