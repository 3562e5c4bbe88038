// The choices and the text of the booking page, kept on this device until the appointment is booked. Signing in or signing up leaves the
// page, and a link in an email opens in another tab.
import { MAX_COMPLAINT_LENGTH } from '../../../supabase/functions/_shared/rules.ts'
import { forgetInput, keepInput, keptInput } from '../lib/load/kept-input.ts'
import { isUuid } from '../lib/patterns.ts'

const KEY = 'booking-draft'
/** Kept in the browser instead of the tab, because a link in an email opens in another tab. */
const browser = () => localStorage

/** Stands for a person who is not named yet: a newcomer can add them after signing up. */
export const SOMEBODY = 'somebody'

/** Undefined for the user, otherwise the id of the person, or `SOMEBODY`. */
export type ForWhom = string | undefined

export const isForWhom = (value: unknown): value is string => typeof value === 'string' && (value === SOMEBODY || isUuid(value))

export interface BookingDraft {
  doctorId: string | undefined
  /** A day and a time on the doctor's clock, such as '2026-11-20' and '10:00'. A day without a time is on the reader's calendar. */
  day: string | undefined
  time: string | undefined
  complaint: string
  forWhom?: ForWhom
  /** The type of appointment, if the doctor has several. */
  typeId?: string | undefined
}

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
export const isTime = (value: unknown): value is string => typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)

/** `userId` is undefined for visitors. An empty draft is not kept. */
export function saveDraft(draft: BookingDraft, userId: string | undefined) {
  if (!draft.doctorId && !draft.complaint) return forgetDraft()
  keepInput(browser, KEY, { ...draft }, userId)
}

export function readDraft(userId: string | undefined): BookingDraft | undefined {
  const kept = keptInput(browser, KEY, userId)
  if (!kept) return undefined
  const { doctorId, day, time, complaint, forWhom, typeId } = kept
  return {
    doctorId: typeof doctorId === 'string' && isUuid(doctorId) ? doctorId : undefined,
    day: isDay(day) ? day : undefined,
    time: isTime(time) ? time : undefined,
    complaint: typeof complaint === 'string' ? complaint.slice(0, MAX_COMPLAINT_LENGTH) : '',
    ...(isForWhom(forWhom) && { forWhom }),
    ...(typeof typeId === 'string' && isUuid(typeId) && { typeId }),
  }
}

export const forgetDraft = () => forgetInput(browser, KEY)
