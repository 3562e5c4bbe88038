// Whether an appointment's room is open. The server decides; this says beforehand what it would answer.
import type { Status } from '../../components/status-badge.tsx'

export interface CallTimes {
  status: Status
  starts_at: string
  ends_at: string
  call_started_at: string | null
}

export type Availability = { state: 'open' | 'unconfirmed' | 'over' } | { state: 'early'; minutes: number }

const OPENS_BEFORE_MS = 15 * 60_000
export const MAX_CALL_MS = 2 * 60 * 60_000

/** `isActive`: this browser was in the call a while ago. */
export function availabilityOf({ status, starts_at, ends_at, call_started_at }: CallTimes, now: Date, isActive = false): Availability {
  if (status === 'pending') return { state: 'unconfirmed' }
  if (status !== 'confirmed') return { state: 'over' }
  const opens = Date.parse(starts_at) - OPENS_BEFORE_MS
  if (isActive || (call_started_at && now.getTime() < Date.parse(call_started_at) + MAX_CALL_MS)) return { state: 'open' }
  if (now.getTime() < opens) return { state: 'early', minutes: Math.ceil((opens - now.getTime()) / 60_000) }
  return { state: now.getTime() < Date.parse(ends_at) ? 'open' : 'over' }
}
