import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import {
  type BookingAction,
  type BookingState,
  bookableSlot,
  bookingReducer,
  chosenDoctor,
  EMPTY_BOOKING,
  lostSlot,
} from './booking-state.ts'

const doctorOf = (id: string) => ({
  id,
  first_name: id,
  last_name: 'Doctor',
  specialization: 'cardiology',
  bio: null,
  timezone: 'Asia/Baku',
  session_duration: 30,
})
const [ada, ece] = [doctorOf('ada'), doctorOf('ece')]
const slotAt = (appointment_time: string) => ({ appointment_time, starts_at: `2026-11-20T${appointment_time}:00+04:00` })
const [ten, eleven] = [slotAt('10:00'), slotAt('11:00')]
const after = (...actions: BookingAction[]): BookingState => actions.reduce(bookingReducer, EMPTY_BOOKING)

const FILLED: BookingAction[] = [
  { type: 'doctor-chosen', doctor: ada },
  { type: 'day-chosen', day: '2026-11-20' },
  { type: 'time-chosen', slot: ten },
  { type: 'complaint-typed', complaint: 'headache' },
]
const SENT: BookingAction[] = [...FILLED, { type: 'sent', id: 'request', slot: ten }]
const failedWith = (reason: string) => after(...SENT, { type: 'failed', id: 'request', error: new AppError(reason) })

describe('choosing', () => {
  test('the doctor of the address is chosen until the patient chooses', () => {
    expect(chosenDoctor(EMPTY_BOOKING, [ada, ece], 'ece')).toBe(ece)
    expect(chosenDoctor(EMPTY_BOOKING, [ada, ece], 'nobody')).toBeUndefined()
    expect(chosenDoctor(EMPTY_BOOKING, [ada, ece], null)).toBeUndefined()
    expect(chosenDoctor(after({ type: 'doctor-chosen', doctor: ada }), [ada, ece], 'ece')).toBe(ada)
    expect(chosenDoctor(after({ type: 'doctor-chosen', doctor: null }), [ada, ece], 'ece')).toBeUndefined()
  })

  test('a chosen doctor stays, even if a refreshed list no longer offers them', () => {
    expect(chosenDoctor(after({ type: 'doctor-chosen', doctor: ada }), [ece], null)).toBe(ada)
  })

  test('another doctor keeps the typed complaint and forgets day, time and error', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'doctor-chosen', doctor: ece })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: ece, complaint: 'headache' })
  })

  test('going back to the list of doctors restores the complaint for the next one', () => {
    const state = [{ type: 'doctor-chosen', doctor: null } as const, { type: 'doctor-chosen', doctor: ece } as const].reduce(
      bookingReducer,
      after(...FILLED),
    )
    expect(state).toMatchObject({ doctor: ece, complaint: 'headache', slot: undefined })
  })

  test('another day forgets the time', () => {
    expect(after(...FILLED, { type: 'day-chosen', day: '2026-11-21' })).toMatchObject({ day: '2026-11-21', slot: undefined })
  })

  test('another time keeps the day and forgets the error of the last one', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'time-chosen', slot: eleven })
    expect(state).toMatchObject({ day: '2026-11-20', slot: eleven, request: undefined })
  })
})

describe('a time that others take', () => {
  test('can be booked while it is offered', () => {
    const state = after(...FILLED)
    expect(bookableSlot(state, [ten, eleven])).toBe(ten)
    expect(lostSlot(state, [ten, eleven])).toBeUndefined()
  })

  test('is lost once it is no longer offered', () => {
    const state = after(...FILLED)
    expect(bookableSlot(state, [eleven])).toBeUndefined()
    expect(lostSlot(state, [eleven])).toBe(ten)
  })

  test('is not called lost while the times are loading, nor while its own request is pending', () => {
    expect(lostSlot(after(...FILLED), undefined)).toBeUndefined()
    expect(lostSlot(after(...SENT), [eleven])).toBeUndefined()
  })

  test.each(['23505', '23P01', 'slot_not_offered'])('is explained by the refusal %s alone', (reason) => {
    expect(lostSlot(failedWith(reason), [eleven])).toBeUndefined()
    expect(bookableSlot(failedWith(reason), [eleven])).toBeUndefined()
  })

  test('nothing is lost where nothing was chosen', () => {
    expect(lostSlot(EMPTY_BOOKING, [])).toBeUndefined()
  })
})

describe('sending', () => {
  test('a missing complaint is marked until the request goes out', () => {
    const missing = after(...FILLED, { type: 'complaint-typed', complaint: ' ' }, { type: 'complaint-missing' })
    expect(missing.isComplaintMissing).toBe(true)
    expect(bookingReducer(missing, { type: 'sent', id: 'request', slot: ten }).isComplaintMissing).toBe(false)
  })

  test('is pending until an answer comes', () => {
    expect(after(...SENT).request).toEqual({ id: 'request', slot: ten, isPending: true })
  })

  test('a failure keeps everything that was chosen and typed', () => {
    const state = failedWith('too_many_open_appointments')
    expect(state).toMatchObject({ ...after(...FILLED), request: { id: 'request', isPending: false } })
    expect(state.request?.error).toBeInstanceOf(AppError)
  })

  test.each(['unreachable', 'failed'])('after %s the same request can be sent again, though the time now looks taken', (reason) => {
    const state = failedWith(reason)
    expect(bookableSlot(state, [eleven])).toBe(ten)
    expect(lostSlot(state, [eleven])).toBeUndefined()
    expect(state.request?.id).toBe('request')
  })

  test('the second attempt clears the error of the first', () => {
    const state = bookingReducer(failedWith('unreachable'), { type: 'sent', id: 'request', slot: ten })
    expect(state.request).toEqual({ id: 'request', slot: ten, isPending: true })
  })

  test('a failure is ignored if something else was chosen meanwhile', () => {
    const state = after(...SENT, { type: 'time-chosen', slot: eleven })
    expect(bookingReducer(state, { type: 'failed', id: 'request', error: new AppError('23505') })).toBe(state)
  })

  test('a booked appointment empties the form, and the doctor of the address is not chosen again', () => {
    const state = after(...SENT, { type: 'booked' })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: null })
    expect(chosenDoctor(state, [ada], 'ada')).toBeUndefined()
  })
})
