import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/errors.ts'
import {
  type BookingAction,
  type BookingState,
  bookableSlot,
  bookingReducer,
  EMPTY_BOOKING,
  initialBooking,
  lostSlot,
  shownDay,
} from './booking-state.ts'

const doctorOf = (id: string) => ({
  id,
  first_name: id,
  title: null,
  last_name: 'Doctor',
  specialization: 'cardiology',
  specialty_code: null,
  bio: null,
  bio_language: 'tr',
  photo_path: null,
  timezone: 'Asia/Baku',
  session_duration: 30,
  types: [],
})
const [ada, ece] = [doctorOf('ada'), doctorOf('ece')]
const slotAt = (appointment_time: string) => ({
  appointment_date: '2026-11-20',
  appointment_time,
  starts_at: `2026-11-20T${appointment_time}:00+04:00`,
})
const [ten, eleven] = [slotAt('10:00'), slotAt('11:00')]
const after = (...actions: BookingAction[]): BookingState => actions.reduce(bookingReducer, EMPTY_BOOKING)

const FILLED: BookingAction[] = [
  { type: 'doctor-chosen', doctor: ada },
  { type: 'day-chosen', day: '2026-11-20' },
  { type: 'time-chosen', day: '2026-11-20', slot: ten },
  { type: 'complaint-typed', complaint: 'headache' },
]
const SENT: BookingAction[] = [...FILLED, { type: 'sent', id: 'request', slot: ten }]
const failedWith = (reason: string) => after(...SENT, { type: 'failed', id: 'request', error: new AppError(reason) })

const NOTHING = { doctorId: undefined, day: undefined, time: undefined }
const DRAFT = { doctorId: 'ada', day: '2026-11-20', time: '10:00', complaint: 'headache' }
const NOW = new Date('2026-11-15T10:00:00Z')
const BAKU = 'Asia/Baku'
const opened = (requested: Partial<typeof DRAFT>, draft?: typeof DRAFT, ownZone = BAKU) =>
  initialBooking([ada, ece], { ...NOTHING, ...requested }, draft, ownZone, NOW)
const TEN_IN_BAKU = { appointment_date: '2026-11-20', appointment_time: '10:00', starts_at: '2026-11-20T06:00:00.000Z' }

describe('opening', () => {
  test('starts with an empty form when there is no URL parameter and no draft', () => {
    expect(opened({})).toEqual(EMPTY_BOOKING)
    expect(opened({ doctorId: 'nobody' })).toEqual(EMPTY_BOOKING)
  })

  test('chooses doctor, day and time from the URL', () => {
    expect(opened({ doctorId: 'ece' })).toEqual({ ...EMPTY_BOOKING, doctor: ece })
    expect(opened({ doctorId: 'ece', day: '2026-11-20', time: '10:00' })).toEqual({
      ...EMPTY_BOOKING,
      doctor: ece,
      day: '2026-11-20',
      slot: TEN_IN_BAKU,
    })
  })

  test('restores everything from a draft', () => {
    expect(opened({}, DRAFT)).toEqual({ ...EMPTY_BOOKING, doctor: ada, day: '2026-11-20', slot: TEN_IN_BAKU, complaint: 'headache' })
    expect(opened({ doctorId: 'ada' }, DRAFT)).toEqual(opened({}, DRAFT))
  })

  test('prefers the type of the URL over that of the draft, which only applies to its own doctor', () => {
    const kept = { ...DRAFT, typeId: 'check-up' }
    const withType = (requested: object) => initialBooking([ada, ece], { ...NOTHING, ...requested }, kept, BAKU, NOW).typeId
    expect(withType({})).toBe('check-up')
    expect(withType({ doctorId: 'ada', typeId: 'first' })).toBe('first')
    expect(withType({ doctorId: 'ece' })).toBeUndefined()
  })

  test('prefers the URL over the draft, but keeps the typed complaint', () => {
    expect(opened({ doctorId: 'ece' }, DRAFT)).toEqual({ ...EMPTY_BOOKING, doctor: ece, complaint: 'headache' })
    expect(opened({ doctorId: 'ada', day: '2026-11-21' }, DRAFT)).toMatchObject({ doctor: ada, day: '2026-11-21', slot: undefined })
    expect(opened({ doctorId: 'nobody' }, DRAFT)).toEqual({ ...EMPTY_BOOKING, complaint: 'headache' })
  })

  test('restores the time of a draft on the day of the URL, compared in the reader’s time zone', () => {
    expect(opened({ doctorId: 'ada', day: '2026-11-20' }, DRAFT)).toEqual(opened({}, DRAFT))
    expect(opened({ doctorId: 'ada', day: '2026-11-19' }, DRAFT, 'America/Los_Angeles').slot).toEqual(TEN_IN_BAKU)
    expect(opened({ doctorId: 'ada', day: '2026-11-20' }, DRAFT, 'America/Los_Angeles').slot).toBeUndefined()
    expect(opened({ doctorId: 'ece', day: '2026-11-20' }, DRAFT).slot).toBeUndefined()
  })

  test('drops a day or time that has passed', () => {
    expect(opened({ doctorId: 'ada', day: '2026-11-14', time: '10:00' })).toEqual({ ...EMPTY_BOOKING, doctor: ada })
    expect(opened({ doctorId: 'ada', day: '2026-11-15', time: '10:00' })).toMatchObject({ day: '2026-11-15', slot: undefined })
  })
})

describe('a reader in another time zone', () => {
  const LOS_ANGELES = 'America/Los_Angeles'
  const asked = { doctorId: 'ece', day: '2026-11-20', time: '10:00' }

  test('opens a time of the URL on the reader’s day, at the same instant', () => {
    expect(opened(asked, undefined, LOS_ANGELES)).toMatchObject({ day: '2026-11-19', slot: TEN_IN_BAKU })
    expect(opened(asked, undefined, 'Pacific/Auckland')).toMatchObject({ day: '2026-11-20', slot: TEN_IN_BAKU })
  })

  test('takes a day without a time as the reader’s', () => {
    expect(opened({ doctorId: 'ece', day: '2026-11-20' }, undefined, LOS_ANGELES).day).toBe('2026-11-20')
  })

  test('accepts a day that is over for the doctor but not for the reader', () => {
    const evening = new Date('2026-11-20T22:00:00Z')
    const state = initialBooking([ada], { doctorId: 'ada', day: '2026-11-20', time: undefined }, undefined, LOS_ANGELES, evening)
    expect(state.day).toBe('2026-11-20')
  })

  test('shows the chosen time’s day in the new zone after a change of time zone', () => {
    const state = opened(asked, undefined, BAKU)
    expect([shownDay(state, undefined, BAKU), shownDay(state, undefined, LOS_ANGELES)]).toEqual(['2026-11-20', '2026-11-19'])
  })
})

describe('choosing', () => {
  test('another doctor keeps the typed complaint and clears day, time and error', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'doctor-chosen', doctor: ece })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: ece, complaint: 'headache' })
  })

  test('going back to the list keeps the complaint for the next doctor', () => {
    const state = [{ type: 'doctor-chosen', doctor: undefined } as const, { type: 'doctor-chosen', doctor: ece } as const].reduce(
      bookingReducer,
      after(...FILLED),
    )
    expect(state).toMatchObject({ doctor: ece, complaint: 'headache', slot: undefined })
  })

  test('another day clears the time', () => {
    expect(after(...FILLED, { type: 'day-chosen', day: '2026-11-21' })).toMatchObject({ day: '2026-11-21', slot: undefined })
  })

  test('the first free day is shown until a day is chosen, and no day after the date field was emptied', () => {
    const free = '2026-11-18'
    expect(shownDay(EMPTY_BOOKING, free, BAKU)).toBe('2026-11-18')
    expect(shownDay(EMPTY_BOOKING, undefined, BAKU)).toBeUndefined()
    expect(shownDay(after({ type: 'day-chosen', day: '2026-11-19' }), free, BAKU)).toBe('2026-11-19')
    expect(shownDay(after({ type: 'day-chosen', day: null }), free, BAKU)).toBeUndefined()
  })

  test('choosing a time fixes its day, even if the first free day changes later', () => {
    const state = after({ type: 'doctor-chosen', doctor: ada }, { type: 'time-chosen', day: '2026-11-20', slot: ten })
    expect(shownDay(state, '2026-11-19', BAKU)).toBe('2026-11-20')
  })

  test('a doctor can be chosen together with a time', () => {
    const state = after({ type: 'doctor-chosen', doctor: ada, day: '2026-11-18', slot: ten })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: ada, day: '2026-11-18', slot: ten })
  })

  test('another time keeps the day and clears the error', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'time-chosen', day: '2026-11-20', slot: eleven })
    expect(state).toMatchObject({ day: '2026-11-20', slot: eleven, request: undefined })
  })
})

describe('a chosen time', () => {
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

  test('is lost even if the same hour is free on another day', () => {
    expect(lostSlot(after(...FILLED), [{ ...ten, appointment_date: '2026-11-21' }])).toBe(ten)
  })

  test('is not reported as lost while the times are loading or its own request is pending', () => {
    expect(lostSlot(after(...FILLED), undefined)).toBeUndefined()
    expect(lostSlot(after(...SENT), [eleven])).toBeUndefined()
  })

  test.each(['23505', '23P01', 'slot_not_offered'])('is not reported as lost in addition to the refusal %s', (reason) => {
    expect(lostSlot(failedWith(reason), [eleven])).toBeUndefined()
    expect(bookableSlot(failedWith(reason), [eleven])).toBeUndefined()
  })

  test('is not reported as lost if none was chosen', () => {
    expect(lostSlot(EMPTY_BOOKING, [])).toBeUndefined()
  })
})

describe('a request', () => {
  test('clears the mark of a missing complaint when it is sent', () => {
    const missing = after(...FILLED, { type: 'complaint-typed', complaint: ' ' }, { type: 'complaint-missing' })
    expect(missing.isComplaintMissing).toBe(true)
    expect(bookingReducer(missing, { type: 'sent', id: 'request', slot: ten }).isComplaintMissing).toBe(false)
  })

  test('is pending until a response arrives', () => {
    expect(after(...SENT).request).toEqual({ id: 'request', slot: ten, isPending: true })
  })

  test('keeps everything that was chosen and typed when it fails', () => {
    const state = failedWith('too_many_open_appointments')
    expect(state).toMatchObject({ ...after(...FILLED), request: { id: 'request', isPending: false } })
    expect(state.request?.error).toBeInstanceOf(AppError)
  })

  test.each(['unreachable', 'failed'])('can be sent again with the same id after %s, even if the time now looks taken', (reason) => {
    const state = failedWith(reason)
    expect(bookableSlot(state, [eleven])).toBe(ten)
    expect(lostSlot(state, [eleven])).toBeUndefined()
    expect(state.request?.id).toBe('request')
  })

  test('clears the error of the first attempt when it is sent again', () => {
    const state = bookingReducer(failedWith('unreachable'), { type: 'sent', id: 'request', slot: ten })
    expect(state.request).toEqual({ id: 'request', slot: ten, isPending: true })
  })

  test('ignores a failure if something else was chosen meanwhile', () => {
    const state = after(...SENT, { type: 'time-chosen', day: '2026-11-20', slot: eleven })
    expect(bookingReducer(state, { type: 'failed', id: 'request', error: new AppError('23505') })).toBe(state)
  })

  test('empties the form after booking and keeps the appointment for the confirmation', () => {
    const appointment = { id: 'request', doctor: ada, slot: ten, person: undefined }
    expect(after(...SENT, { type: 'booked', appointment })).toEqual({ ...EMPTY_BOOKING, booked: appointment })
    expect(after(...SENT, { type: 'booked', appointment }, { type: 'started-over' })).toEqual(EMPTY_BOOKING)
  })

  test('leaves an empty form after starting over', () => {
    expect(after(...FILLED, { type: 'started-over' })).toEqual(EMPTY_BOOKING)
  })

  test('keeps the chosen person for another doctor and after starting over, but not after booking', () => {
    const forAli = { type: 'person-chosen', forWhom: 'ali' } as const
    expect(after(...FILLED, forAli, { type: 'doctor-chosen', doctor: ece }).forWhom).toBe('ali')
    expect(after(...FILLED, forAli, { type: 'started-over' })).toEqual({ ...EMPTY_BOOKING, forWhom: 'ali' })
    const appointment = { id: 'request', doctor: ada, slot: ten, person: { id: 'ali', name: 'Ali' } }
    expect(after(...SENT, forAli, { type: 'booked', appointment }).forWhom).toBeUndefined()
  })

  test('becomes a new request with the same choices when another person is chosen', () => {
    const state = bookingReducer(failedWith('42501'), { type: 'person-chosen', forWhom: undefined })
    expect(state).toEqual({ ...after(...FILLED), request: undefined })
  })
})

describe('the type', () => {
  const CHOSEN: BookingAction[] = [
    { type: 'doctor-chosen', doctor: ada },
    { type: 'type-chosen', typeId: 'first' },
  ]

  test('keeps day, time and complaint when it changes', () => {
    const state = after(...CHOSEN, ...FILLED.slice(1), { type: 'type-chosen', typeId: 'check-up' })
    expect(state).toMatchObject({ typeId: 'check-up', slot: ten, complaint: 'headache' })
  })

  test('keeps everything when refused, until another type or person is chosen', () => {
    const refusal = new AppError('type_not_offered', { type_id: 'check-up' })
    const refused = after(...CHOSEN, ...FILLED.slice(1), { type: 'type-refused', error: refusal })
    expect(refused).toMatchObject({ typeId: 'first', slot: ten, complaint: 'headache', typeRefusal: refusal })
    expect(bookingReducer(refused, { type: 'type-chosen', typeId: 'check-up' })).toMatchObject({ typeRefusal: undefined, slot: ten })
    expect(bookingReducer(refused, { type: 'person-chosen', forWhom: undefined }).typeRefusal).toBeUndefined()
  })

  test('is cleared for another doctor', () => {
    expect(after(...CHOSEN, { type: 'doctor-chosen', doctor: ece }).typeId).toBeUndefined()
  })
})
