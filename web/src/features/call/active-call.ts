// Remembers in this browser that it is in a call, so that a reload leads back into it.
import * as z from 'zod/mini'
import { MAX_CALL_MS } from './availability.ts'

const Join = z.object({ name: z.string(), code: z.optional(z.string()) })
const Record = z.extend(Join, { startedAt: z.number() })

/** How somebody wants to enter. */
export type Join = z.infer<typeof Join>

const PREFIX = 'active-call:'
const keyOf = (appointmentId: string) => PREFIX + appointmentId

/** Also removes every record that is too old. */
export function readActiveCall(appointmentId: string, now = Date.now()): Join | undefined {
  for (const key of keptKeys()) {
    const record = Record.safeParse(read(key.slice(PREFIX.length))).data
    if (!record || now - record.startedAt >= MAX_CALL_MS || now < record.startedAt) endActiveCall(key.slice(PREFIX.length))
  }
  return Record.safeParse(read(appointmentId)).data
}

function keptKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

function read(appointmentId: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(appointmentId)) ?? 'null')
  } catch {
    return undefined
  }
}

/** Counted from the first entry: reloading again and again does not extend it. */
export function keepActiveCall(appointmentId: string, join: Join) {
  const kept = Record.safeParse(read(appointmentId)).data
  const record = { ...join, startedAt: kept?.startedAt ?? Date.now() }
  try {
    localStorage.setItem(keyOf(appointmentId), JSON.stringify(record))
  } catch {
    // Storage may be switched off; a reload then asks again.
  }
}

export function endActiveCall(appointmentId: string) {
  try {
    localStorage.removeItem(keyOf(appointmentId))
  } catch {
    // Nothing was kept either.
  }
}

const Asked = z.object({ join: z.object({ name: z.optional(z.string()), code: z.optional(z.string()) }) })

/** How a link within the site asked to join; it survives a reload. */
export const readJoin = (state: unknown) => Asked.safeParse(state).data?.join
