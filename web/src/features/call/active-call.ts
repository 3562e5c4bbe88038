// Remembers in this browser that it is in a call, so that a reload re-enters the call.
import { MAX_CALL_MS } from './availability.ts'

/** The options with which a user enters a call. */
export interface Join {
  name: string
  code?: string | undefined
}

interface ActiveCall extends Join {
  startedAt: number
  /** When both sides were first connected. */
  connectedAt?: number
}

const PREFIX = 'active-call:'
const keyOf = (appointmentId: string) => PREFIX + appointmentId

/** Also removes every expired record. */
export function readActiveCall(appointmentId: string, now = Date.now()): Join | undefined {
  for (const key of keptKeys()) {
    const record = read(key.slice(PREFIX.length))
    if (!record || now - record.startedAt >= MAX_CALL_MS || now < record.startedAt) endActiveCall(key.slice(PREFIX.length))
  }
  return read(appointmentId)
}

function keptKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

// Validated by hand, because lists of appointments use this too and do not load the validation library.
function read(appointmentId: string): ActiveCall | undefined {
  try {
    const stored = fieldsOf(JSON.parse(localStorage.getItem(keyOf(appointmentId)) ?? 'null'))
    const { name, code, startedAt, connectedAt } = stored
    const isComplete = typeof name === 'string' && typeof startedAt === 'number' && isTextOrAbsent(code)
    if (!isComplete) return undefined
    return { name, startedAt, ...(code !== undefined && { code }), ...(typeof connectedAt === 'number' && { connectedAt }) }
  } catch {
    return undefined
  }
}

/** Keeps the time of the first entry, so that reloads do not extend the record. */
export function keepActiveCall(appointmentId: string, join: Join) {
  const kept = read(appointmentId)
  const connectedAt = kept?.connectedAt
  write(appointmentId, { ...join, startedAt: kept?.startedAt ?? Date.now(), ...(connectedAt !== undefined && { connectedAt }) })
}

function write(appointmentId: string, record: ActiveCall) {
  try {
    localStorage.setItem(keyOf(appointmentId), JSON.stringify(record))
  } catch {
    // Storage may be disabled. A reload then asks again.
  }
}

/** When both sides were first connected, even before a reload. */
export const readConnectedAt = (appointmentId: string, now = Date.now()) => {
  const at = read(appointmentId)?.connectedAt
  return at !== undefined && at <= now ? at : undefined
}

export function keepConnectedAt(appointmentId: string, connectedAt: number) {
  const kept = read(appointmentId)
  if (kept) write(appointmentId, { ...kept, connectedAt })
}

export function endActiveCall(appointmentId: string) {
  try {
    localStorage.removeItem(keyOf(appointmentId))
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The join options from the navigation state of a link within the site. They survive a reload. */
export function readJoin(state: unknown): Partial<Join> | undefined {
  const join = fieldsOf(state)['join']
  if (typeof join !== 'object' || join === null) return undefined
  const { name, code } = fieldsOf(join)
  return isTextOrAbsent(name) && isTextOrAbsent(code)
    ? { ...(name !== undefined && { name }), ...(code !== undefined && { code }) }
    : undefined
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
const isTextOrAbsent = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'
