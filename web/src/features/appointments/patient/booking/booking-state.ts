// The state of the booking form: choices, typed text and the request. It is pure, so that it can be tested without a browser.
import type { BookableType, Fee } from '../../../../domain/appointment-types.ts'
import type { BookingDraft, ForWhom } from '../../../../domain/booking-draft.ts'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { instantOf, todayIn } from '../../../../lib/time/zones.ts'
import { isAboutTheTime, isUnanswered } from '../../shared/booking-errors.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { isSameTime, ownDayOf } from '../../shared/picker/own-days.ts'
import type { Doctor } from './doctors.ts'

interface BookingRequest {
  /** The same id on a retry makes booking idempotent when a response was lost. */
  id: string
  slot: Slot
  isPending: boolean
  /** Why the last attempt failed. */
  error?: unknown
}

/** The booked appointment, for the confirmation. */
export interface BookedAppointment {
  id: string
  doctor: Doctor
  /** The booked type and the agreed fee. Undefined if the doctor has no types. */
  type?: BookableType | undefined
  fee?: Fee | undefined
  slot: Slot
  /** Undefined if the appointment is for the user. */
  person: PersonBookedFor | undefined
}

export interface BookingState {
  forWhom: ForWhom
  isPersonMissing: boolean
  doctor: Doctor | undefined
  /** The chosen type, for a doctor with several. Kept when it is no longer offered, so that nobody books another one by accident. */
  typeId: string | undefined
  /** The database's reason for refusing the chosen type. */
  typeRefusal: unknown
  /** A day in the reader's time zone. Undefined until one is chosen, null if the date field was emptied. */
  day: string | null | undefined
  /** The whole slot, so that a slot that is no longer offered can still be shown in both time zones. */
  slot: Slot | undefined
  complaint: string
  isComplaintMissing: boolean
  request: BookingRequest | undefined
  booked: BookedAppointment | undefined
}

export type BookingAction =
  | { type: 'person-chosen'; forWhom: ForWhom }
  | { type: 'person-missing' }
  | { type: 'type-chosen'; typeId: string }
  | { type: 'type-refused'; error: unknown }
  | { type: 'doctor-chosen'; doctor: Doctor | undefined; day?: string; slot?: Slot }
  | { type: 'day-chosen'; day: string | null }
  // Carries the day, which may have been only the suggested first free day until now.
  | { type: 'time-chosen'; day: string; slot: Slot | undefined }
  | { type: 'complaint-typed'; complaint: string }
  | { type: 'complaint-missing' }
  | { type: 'sent'; id: string; slot: Slot }
  | { type: 'failed'; id: string; error: unknown }
  | { type: 'booked'; appointment: BookedAppointment }
  | { type: 'started-over' }

export const EMPTY_BOOKING: BookingState = {
  forWhom: undefined,
  isPersonMissing: false,
  doctor: undefined,
  typeId: undefined,
  typeRefusal: undefined,
  day: undefined,
  slot: undefined,
  complaint: '',
  isComplaintMissing: false,
  request: undefined,
  booked: undefined,
}

export function bookingReducer(state: BookingState, action: BookingAction): BookingState {
  const { forWhom } = state
  switch (action.type) {
    case 'person-chosen':
      // Keeps everything else, because the same time can be booked for somebody else.
      return { ...state, forWhom: action.forWhom, isPersonMissing: false, typeRefusal: undefined, request: undefined }
    case 'person-missing':
      return { ...state, isPersonMissing: true }
    case 'doctor-chosen':
      // Keeps the complaint for the new doctor.
      return { ...EMPTY_BOOKING, forWhom, doctor: action.doctor, day: action.day, slot: action.slot, complaint: state.complaint }
    case 'type-chosen':
      // Keeps day and time, in case the new length fits.
      return { ...state, typeId: action.typeId, typeRefusal: undefined, request: undefined }
    case 'type-refused':
      return { ...state, typeRefusal: action.error }
    case 'day-chosen':
      return { ...state, day: action.day, slot: undefined, request: undefined }
    case 'time-chosen':
      return { ...state, day: action.day, slot: action.slot, request: undefined }
    case 'complaint-typed':
      return { ...state, complaint: action.complaint }
    case 'complaint-missing':
      return { ...state, isComplaintMissing: true }
    case 'sent':
      return { ...state, isComplaintMissing: false, request: { id: action.id, slot: action.slot, isPending: true } }
    case 'failed':
      // Ignores the failure of a stale request, because the form shows something else by now.
      if (state.request?.id !== action.id) return state
      return { ...state, request: { ...state.request, isPending: false, error: action.error } }
    case 'booked':
      return { ...EMPTY_BOOKING, booked: action.appointment }
    case 'started-over':
    default:
      return { ...EMPTY_BOOKING, forWhom }
  }
}

/** The URL parameters, such as `?doctor=…&date=2026-11-20&time=10:00`. Date and time are the doctor's; a date alone is the reader's. */
export interface RequestedBooking {
  doctorId: string | undefined
  day: string | undefined
  time: string | undefined
  forWhom?: ForWhom
  typeId?: string
}

/** The initial state: the URL parameters, completed by the draft on this device. */
export function initialBooking(
  doctors: Doctor[],
  requested: RequestedBooking,
  draft: BookingDraft | undefined,
  ownZone: string,
  now = new Date(),
): BookingState {
  const state = { ...EMPTY_BOOKING, complaint: draft?.complaint ?? '', forWhom: requested.forWhom ?? draft?.forWhom }
  const doctor = doctors.find(({ id }) => id === (requested.doctorId ?? draft?.doctorId))
  if (!doctor) return state
  const typeId = requested.typeId ?? (draft?.doctorId === doctor.id ? draft.typeId : undefined)
  const kept = draft?.doctorId === doctor.id ? chosenIn(draft, doctor, ownZone) : undefined
  const asked = chosenIn(requested, doctor, ownZone)
  // After a reload, the URL still has the day of the first visit, while the draft also has the time that was chosen on it.
  const isKept = kept !== undefined && (asked === undefined || (!asked.slot && asked.ownDay === kept.ownDay))
  const { ownDay, slot } = (isKept ? kept : asked) ?? {}
  if (!ownDay) return { ...state, doctor, typeId }
  if (ownDay < todayIn(ownZone, now)) return { ...state, doctor, typeId }
  const isPast = slot && Date.parse(slot.starts_at) <= now.getTime()
  return { ...state, doctor, typeId, day: ownDay, slot: isPast ? undefined : slot }
}

/** The reader's day and the slot of a URL or a draft. Undefined without a day. */
function chosenIn({ day, time }: Pick<RequestedBooking, 'day' | 'time'>, { timezone }: Doctor, ownZone: string) {
  if (!day) return undefined
  if (!time) return { ownDay: day, slot: undefined }
  const slot = { appointment_date: day, appointment_time: time, starts_at: instantOf(day, time, timezone) }
  return { ownDay: ownDayOf(slot, ownZone), slot }
}

/** The day of the chosen time, otherwise the chosen day, otherwise the first day with a free time. */
export function shownDay({ day, slot }: BookingState, firstFree: string | undefined, ownZone: string): string | undefined {
  // The chosen time may fall on another day after the reader changes the time zone.
  if (slot) return ownDayOf(slot, ownZone)
  return day === undefined ? firstFree : (day ?? undefined)
}

/** The time that can be booked now. `slots` are the free slots of the chosen day, undefined while unknown. */
export function bookableSlot({ slot, request }: BookingState, slots: Slot[] | undefined): Slot | undefined {
  const offered = slots?.find((each) => isSameTime(each, slot))
  // An unanswered request may itself have taken the slot, so it can be retried.
  return offered ?? (isUnanswered(request?.error) ? request?.slot : undefined)
}

/** The chosen time, if somebody else has taken it before it was booked here. */
export function lostSlot(state: BookingState, slots: Slot[] | undefined): Slot | undefined {
  const isKnown = slots !== undefined && !state.request?.isPending && !isAboutTheTime(state.request?.error)
  return isKnown && !bookableSlot(state, slots) ? state.slot : undefined
}
