// That this browser is in a call: so that a reload leads back into it. Nothing of it leaves the browser.
import * as z from 'zod/mini'
import { LONGEST_CALL_MS } from './availability.ts'

const Join = z.object({ name: z.string(), code: z.optional(z.string()) })
const Record = z.extend(Join, { startedAt: z.number() })

/** How somebody wants to enter. */
export type Join = z.infer<typeof Join>

const PREFIX = 'active-call:'
const keyOf = (appointmentId: string) => PREFIX + appointmentId

/** Those that are too old are thrown away, whichever was asked for. */
export function readActiveCall(appointmentId: string, now = Date.now()): Join | undefined {
  for (const key of keptKeys()) {
    const record = Record.safeParse(read(key.slice(PREFIX.length))).data
    if (!record || now - record.startedAt >= LONGEST_CALL_MS || now < record.startedAt) endActiveCall(key.slice(PREFIX.length))
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

/** From its first entry on: who reloads again and again does not make it last longer. */
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

/** What a link within the site asked for; it survives a reload. */
export const readJoin = (state: unknown) => Asked.safeParse(state).data?.join
