// Remembers in this browser that it is in a call, so that a reload leads back into it.
import { MAX_CALL_MS } from './availability.ts'

/** How somebody wants to enter. */
export interface Join {
  name: string
  code?: string | undefined
}

interface ActiveCall extends Join {
  startedAt: number
  /** When the two met first. */
  connectedAt?: number
}

const PREFIX = 'active-call:'
const keyOf = (appointmentId: string) => PREFIX + appointmentId

/** Also removes every record that is too old. */
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

// Checked by hand: lists of appointments show calls too, and do without the library for validation.
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

/** Counted from the first entry: reloading again and again does not extend it. */
export function keepActiveCall(appointmentId: string, join: Join) {
  const kept = read(appointmentId)
  const connectedAt = kept?.connectedAt
  write(appointmentId, { ...join, startedAt: kept?.startedAt ?? Date.now(), ...(connectedAt !== undefined && { connectedAt }) })
}

function write(appointmentId: string, record: ActiveCall) {
  try {
    localStorage.setItem(keyOf(appointmentId), JSON.stringify(record))
  } catch {
    // Storage may be switched off; a reload then asks again.
  }
}

/** Since when the two have been talking, in spite of a reload. */
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
    // Nothing was kept either.
  }
}

/** How a link within the site asked to join; it survives a reload. */
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
