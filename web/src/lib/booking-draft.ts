// What somebody has chosen and typed on the booking page, kept on this device until it is booked. Signing in or signing up leads away
// from the page, and a link in an email opens in another tab.
import { isUuid } from './patterns.ts'

const KEY = 'booking-draft'
const MAX_AGE_MS = 24 * 60 * 60 * 1000
const MAX_COMPLAINT = 2000

export interface BookingDraft {
  doctorId: string | undefined
  /** A day and a time on the doctor's clock, such as '2026-11-20' and '10:00'. A day without a time is the reader's. */
  day: string | undefined
  time: string | undefined
  complaint: string
}

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
export const isTime = (value: unknown): value is string => typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)

/** `userId` is undefined for somebody who is not signed in. An empty draft is not kept. */
export function saveDraft(draft: BookingDraft, userId: string | undefined) {
  if (!draft.doctorId && !draft.complaint) return forgetDraft()
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...draft, userId, at: Date.now() }))
  } catch {
    // Storage may be disabled or full. The address still carries doctor, day and time.
  }
}

/** A visitor's draft belongs to whoever signs in next on this device; that of a signed-in person only to them. */
export function readDraft(userId: string | undefined): BookingDraft | undefined {
  const kept = readKept()
  const age = Date.now() - Number(kept['at'])
  const isOwn = kept['userId'] === undefined || kept['userId'] === userId
  if (age >= 0 && age < MAX_AGE_MS && isOwn) {
    const { doctorId, day, time, complaint } = kept
    return {
      doctorId: typeof doctorId === 'string' && isUuid(doctorId) ? doctorId : undefined,
      day: isDay(day) ? day : undefined,
      time: isTime(time) ? time : undefined,
      complaint: typeof complaint === 'string' ? complaint.slice(0, MAX_COMPLAINT) : '',
    }
  }
  // Somebody whose session has ended is a visitor until they sign in again, and then still wants their draft.
  if (userId || isOwn) forgetDraft()
  return undefined
}

export function forgetDraft() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}

function readKept(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept ? (kept as Record<string, unknown>) : {}
  } catch {
    // This was not written by us, or storage is disabled.
    return {}
  }
}
