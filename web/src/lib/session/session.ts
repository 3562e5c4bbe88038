// The session of the signed-in person. The Supabase client is loaded only if the browser has stored a session, so that visitors do not
// download it.
import { useSyncExternalStore } from 'react'
import {
  changeSession,
  currentSession,
  hadTokenAtStart,
  hasKeptSession,
  isSignedIn,
  onSessionChange,
  type SessionState,
  SIGNED_OUT,
  type SignedIn,
} from './session-state.ts'

let watching: Promise<void> | undefined

let client: typeof import('./session-client.ts') | undefined

async function loadClient() {
  client = await import('./session-client.ts')
  return client
}

/** Loads the client and subscribes to it. For pages with a sign-in; other pages wait until there is a session. */
export function watchSession(): Promise<void> {
  if (!watching && hasKeptSession()) changeSession({ status: 'loading' })
  watching ??= loadClient()
    .then(({ followSession }) => followSession(changeSession))
    .catch((error: unknown) => {
      // The client could not be downloaded. The next caller tries again.
      watching = undefined
      changeSession(SIGNED_OUT)
      throw error
    })
  return watching
}

function start() {
  if (!watching && (hadTokenAtStart || hasKeptSession())) watchSession().catch(() => {})
}

let watchers = 0

function subscribe(listener: () => void) {
  const stop = onSessionChange(listener)
  watchers += 1
  if (watchers === 1) {
    start()
    // Starts when somebody signs in in another tab.
    addEventListener('storage', start)
  }
  return () => {
    stop()
    watchers -= 1
    if (watchers === 0) removeEventListener('storage', start)
  }
}

/** The signed-in person once their roles are known, or undefined if they cannot be known. */
export async function personAtStart() {
  await watchSession()
  return new Promise<SignedIn | undefined>((resolve) => {
    const look = () => {
      const state = currentSession()
      if (state.status === 'in' && !state.person.roles && !state.person.haveRolesFailed && !state.hasEnded) return
      stop()
      resolve(isSignedIn() && state.status === 'in' ? state.person : undefined)
    }
    const stop = subscribe(look)
    look()
  })
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession, () => SIGNED_OUT)
}

/** Whether the session ended under an open page. Its requests wait until the person signs in again. */
export function useHasSessionEnded() {
  const session = useSession()
  return session.status === 'in' && session.hasEnded === true
}

/** Called after a role was added or removed. */
export async function reloadRoles() {
  const { askForRoles } = await import('./session-client.ts')
  await askForRoles()
}

/** Discards a session that ended under an open page. The page itself then asks to sign in. */
export async function dropEndedSession() {
  const { forgetPerson } = await import('./session-client.ts')
  forgetPerson()
}

/** Retries after the server could not be reached. */
export async function retrySession() {
  const { lookAgain } = await import('./session-client.ts')
  await lookAgain()
}

/** Signs out everywhere, or in this browser only. The stored session is deleted first, so that no lost connection keeps anybody signed in. */
export async function signOut(scope: 'global' | 'local' = 'global') {
  // Does not await if the client is loaded, so that a person who closes the page right after the click is signed out too.
  await (client ?? (await loadClient())).endSession(scope)
}
