// The state of the booking form: what was chosen and typed, and what became of the request. Pure, so that it is tested without a browser.
import type { BookableType, Fee } from '../../../../domain/appointment-types.ts'
import type { BookingDraft, ForWhom } from '../../../../domain/booking-draft.ts'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { instantOf, todayIn } from '../../../../lib/time/zones.ts'
import { isAboutTheTime, isUnanswered } from '../../shared/booking-errors.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { isSameTime, ownDayOf } from '../../shared/picker/own-days.ts'
import type { Doctor } from './doctors.ts'

interface BookingRequest {
  /** Sent again with the same id, a request whose answer was lost books only once. */
  id: string
  slot: Slot
  isPending: boolean
  /** Why the last attempt failed. */
  error?: unknown
}

/** What was booked, for the confirmation. */
export interface BookedAppointment {
  id: string
  doctor: Doctor
  /** What was booked and agreed to. Undefined where the doctor has no types. */
  type?: BookableType | undefined
  fee?: Fee | undefined
  slot: Slot
  /** Undefined for oneself. */
  person: PersonBookedFor | undefined
}

export interface BookingState {
  forWhom: ForWhom
  isPersonMissing: boolean
  doctor: Doctor | undefined
  /** The type, for a doctor with several. It stays when it is not offered any more, so that nobody books another one unawares. */
  typeId: string | undefined
  /** Why the chosen type cannot be booked, as the database said. */
  typeRefusal: unknown
  /** One of the reader's. Undefined until one is chosen, null if the date field was emptied. */
  day: string | null | undefined
  /** The whole slot, so that a time that is no longer offered can still be named on both clocks. */
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
  // With its day, which until now may only have been the first free one.
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
      // Everything else stays: the same time can be booked for somebody else.
      return { ...state, forWhom: action.forWhom, isPersonMissing: false, typeRefusal: undefined, request: undefined }
    case 'person-missing':
      return { ...state, isPersonMissing: true }
    case 'doctor-chosen':
      // What was typed stays, whichever doctor it is for.
      return { ...EMPTY_BOOKING, forWhom, doctor: action.doctor, day: action.day, slot: action.slot, complaint: state.complaint }
    case 'type-chosen':
      // Day and time stay where the new length fits.
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
      // Something else was chosen meanwhile: the failure is no longer about what the form shows.
      if (state.request?.id !== action.id) return state
      return { ...state, request: { ...state.request, isPending: false, error: action.error } }
    case 'booked':
      return { ...EMPTY_BOOKING, booked: action.appointment }
    case 'started-over':
    default:
      return { ...EMPTY_BOOKING, forWhom }
  }
}

/** What the address asks for, such as `?doctor=…&date=2026-11-20&time=10:00`. Both are the doctor's; a day alone is the reader's. */
export interface RequestedBooking {
  doctorId: string | undefined
  day: string | undefined
  time: string | undefined
  forWhom?: ForWhom
  typeId?: string
}

/** The form as it opens: what the address asks for, completed by what was kept on this device. */
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
  // After a reload, the address still has the day with which the page was opened, and the draft the time that was chosen on it.
  const isKept = kept !== undefined && (asked === undefined || (!asked.slot && asked.ownDay === kept.ownDay))
  const { ownDay, slot } = (isKept ? kept : asked) ?? {}
  if (!ownDay) return { ...state, doctor, typeId }
  if (ownDay < todayIn(ownZone, now)) return { ...state, doctor, typeId }
  const isPast = slot && Date.parse(slot.starts_at) <= now.getTime()
  return { ...state, doctor, typeId, day: ownDay, slot: isPast ? undefined : slot }
}

/** The reader's day and the time in an address or a draft, if there is a day. */
function chosenIn({ day, time }: Pick<RequestedBooking, 'day' | 'time'>, { timezone }: Doctor, ownZone: string) {
  if (!day) return undefined
  if (!time) return { ownDay: day, slot: undefined }
  const slot = { appointment_date: day, appointment_time: time, starts_at: instantOf(day, time, timezone) }
  return { ownDay: ownDayOf(slot, ownZone), slot }
}

/** The day of the chosen time, the chosen day, or until one is chosen the first with a free time. */
export function shownDay({ day, slot }: BookingState, firstFree: string | undefined, ownZone: string): string | undefined {
  // After a change of the reader's zone, the chosen time may fall on another day.
  if (slot) return ownDayOf(slot, ownZone)
  return day === undefined ? firstFree : (day ?? undefined)
}

/** The time that can be booked now. `slots` are the free times of the chosen day, undefined while they are not known. */
export function bookableSlot({ slot, request }: BookingState, slots: Slot[] | undefined): Slot | undefined {
  const offered = slots?.find((each) => isSameTime(each, slot))
  // It may be this very request that has taken the time, so it may be sent again.
  return offered ?? (isUnanswered(request?.error) ? request?.slot : undefined)
}

/** The chosen time, if it is no longer free although nobody has tried to book it here. */
export function lostSlot(state: BookingState, slots: Slot[] | undefined): Slot | undefined {
  const isKnown = slots !== undefined && !state.request?.isPending && !isAboutTheTime(state.request?.error)
  return isKnown && !bookableSlot(state, slots) ? state.slot : undefined
}
