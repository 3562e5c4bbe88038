// Who is signed in. The client that knows it is loaded only where a session was kept, so that visitors do not pay for it.
import { useSyncExternalStore } from 'react'

export type Role = 'admin' | 'doctor' | 'patient'

export interface SignedIn {
  email: string
  roles: Role[]
}

export type SessionState = { status: 'out' } | { status: 'loading' } | { status: 'in'; person: SignedIn }

let state: SessionState = { status: 'out' }
const listeners = new Set<() => void>()
let isStarted = false

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

async function start() {
  isStarted = true
  if (!hasKeptSession()) return
  change({ status: 'loading' })
  const { watchSession } = await import('./session-client.ts')
  watchSession((person) => change(person ? { status: 'in', person } : { status: 'out' }))
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      if (!isStarted) void start()
      return () => listeners.delete(listener)
    },
    () => state,
    () => SIGNED_OUT,
  )
}

const SIGNED_OUT: SessionState = { status: 'out' }

/** Everywhere at once: what this browser keeps goes first, so that a lost connection cannot keep somebody signed in. */
export async function signOut() {
  const { endSession } = await import('./session-client.ts')
  await endSession()
}
