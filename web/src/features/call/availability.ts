// Predicts whether an appointment's room is open. The server enforces it.
import type { Status } from '../../domain/status-badge.tsx'

export interface CallTimes {
  status: Status
  starts_at: string
  ends_at: string
  call_started_at: string | null
  /** When the doctor ended the call. The patient cannot re-enter after that. */
  call_ended_at?: string | null
  /** The closing time from the server, if it was fetched. A waiting patient keeps the room open for longer. */
  closes_at?: string
}

export type Availability = { state: 'open' | 'unconfirmed' | 'ended' | 'over' } | { state: 'early'; minutes: number }

const OPENS_BEFORE_MS = 15 * 60_000
export const MAX_CALL_MS = 2 * 60 * 60_000

/** `isActive`: this browser was recently in the call. */
export function availabilityOf(
  { status, starts_at, ends_at, closes_at = ends_at, ...call }: CallTimes,
  now: Date,
  isActive = false,
): Availability {
  const { call_started_at, call_ended_at } = call
  if (status === 'pending') return { state: 'unconfirmed' }
  if (status !== 'confirmed') return { state: 'over' }
  if (call_ended_at) return { state: 'ended' }
  const opens = Date.parse(starts_at) - OPENS_BEFORE_MS
  if (isActive || (call_started_at && now.getTime() < Date.parse(call_started_at) + MAX_CALL_MS)) return { state: 'open' }
  if (now.getTime() < opens) return { state: 'early', minutes: Math.ceil((opens - now.getTime()) / 60_000) }
  return { state: now.getTime() < Date.parse(closes_at) ? 'open' : 'over' }
}
