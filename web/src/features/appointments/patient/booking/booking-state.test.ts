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
  test('without anything the form is empty', () => {
    expect(opened({})).toEqual(EMPTY_BOOKING)
    expect(opened({ doctorId: 'nobody' })).toEqual(EMPTY_BOOKING)
  })

  test('the address chooses doctor, day and time', () => {
    expect(opened({ doctorId: 'ece' })).toEqual({ ...EMPTY_BOOKING, doctor: ece })
    expect(opened({ doctorId: 'ece', day: '2026-11-20', time: '10:00' })).toEqual({
      ...EMPTY_BOOKING,
      doctor: ece,
      day: '2026-11-20',
      slot: TEN_IN_BAKU,
    })
  })

  test('a draft brings everything back', () => {
    expect(opened({}, DRAFT)).toEqual({ ...EMPTY_BOOKING, doctor: ada, day: '2026-11-20', slot: TEN_IN_BAKU, complaint: 'headache' })
    expect(opened({ doctorId: 'ada' }, DRAFT)).toEqual(opened({}, DRAFT))
  })

  test('the type of the address goes before that of the draft, and a draft keeps it for its own doctor only', () => {
    const kept = { ...DRAFT, typeId: 'check-up' }
    const withType = (requested: object) => initialBooking([ada, ece], { ...NOTHING, ...requested }, kept, BAKU, NOW).typeId
    expect(withType({})).toBe('check-up')
    expect(withType({ doctorId: 'ada', typeId: 'first' })).toBe('first')
    expect(withType({ doctorId: 'ece' })).toBeUndefined()
  })

  test('the address goes before the draft, and the typed complaint stays', () => {
    expect(opened({ doctorId: 'ece' }, DRAFT)).toEqual({ ...EMPTY_BOOKING, doctor: ece, complaint: 'headache' })
    expect(opened({ doctorId: 'ada', day: '2026-11-21' }, DRAFT)).toMatchObject({ doctor: ada, day: '2026-11-21', slot: undefined })
    expect(opened({ doctorId: 'nobody' }, DRAFT)).toEqual({ ...EMPTY_BOOKING, complaint: 'headache' })
  })

  test('a time chosen on the day of the address is there after a reload, also where that is another day for the reader', () => {
    expect(opened({ doctorId: 'ada', day: '2026-11-20' }, DRAFT)).toEqual(opened({}, DRAFT))
    expect(opened({ doctorId: 'ada', day: '2026-11-19' }, DRAFT, 'America/Los_Angeles').slot).toEqual(TEN_IN_BAKU)
    expect(opened({ doctorId: 'ada', day: '2026-11-20' }, DRAFT, 'America/Los_Angeles').slot).toBeUndefined()
    expect(opened({ doctorId: 'ece', day: '2026-11-20' }, DRAFT).slot).toBeUndefined()
  })

  test('a time that has passed is not chosen again, nor a day', () => {
    expect(opened({ doctorId: 'ada', day: '2026-11-14', time: '10:00' })).toEqual({ ...EMPTY_BOOKING, doctor: ada })
    expect(opened({ doctorId: 'ada', day: '2026-11-15', time: '10:00' })).toMatchObject({ day: '2026-11-15', slot: undefined })
  })
})

describe('a reader far from the doctor', () => {
  const LOS_ANGELES = 'America/Los_Angeles'
  const asked = { doctorId: 'ece', day: '2026-11-20', time: '10:00' }

  test('a time of the address opens on the reader’s day, and is the same time', () => {
    expect(opened(asked, undefined, LOS_ANGELES)).toMatchObject({ day: '2026-11-19', slot: TEN_IN_BAKU })
    expect(opened(asked, undefined, 'Pacific/Auckland')).toMatchObject({ day: '2026-11-20', slot: TEN_IN_BAKU })
  })

  test('a day alone is the reader’s own', () => {
    expect(opened({ doctorId: 'ece', day: '2026-11-20' }, undefined, LOS_ANGELES).day).toBe('2026-11-20')
  })

  test('a day that is over for the doctor is not over for the reader', () => {
    const evening = new Date('2026-11-20T22:00:00Z')
    const state = initialBooking([ada], { doctorId: 'ada', day: '2026-11-20', time: undefined }, undefined, LOS_ANGELES, evening)
    expect(state.day).toBe('2026-11-20')
  })

  test('who adopts another zone sees the day on which the chosen time is there', () => {
    const state = opened(asked, undefined, BAKU)
    expect([shownDay(state, undefined, BAKU), shownDay(state, undefined, LOS_ANGELES)]).toEqual(['2026-11-20', '2026-11-19'])
  })
})

describe('choosing', () => {
  test('another doctor keeps the typed complaint and forgets day, time and error', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'doctor-chosen', doctor: ece })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: ece, complaint: 'headache' })
  })

  test('going back to the list of doctors restores the complaint for the next one', () => {
    const state = [{ type: 'doctor-chosen', doctor: undefined } as const, { type: 'doctor-chosen', doctor: ece } as const].reduce(
      bookingReducer,
      after(...FILLED),
    )
    expect(state).toMatchObject({ doctor: ece, complaint: 'headache', slot: undefined })
  })

  test('another day forgets the time', () => {
    expect(after(...FILLED, { type: 'day-chosen', day: '2026-11-21' })).toMatchObject({ day: '2026-11-21', slot: undefined })
  })

  test('the first free day is shown until one is chosen, and none after the date field was emptied', () => {
    const free = '2026-11-18'
    expect(shownDay(EMPTY_BOOKING, free, BAKU)).toBe('2026-11-18')
    expect(shownDay(EMPTY_BOOKING, undefined, BAKU)).toBeUndefined()
    expect(shownDay(after({ type: 'day-chosen', day: '2026-11-19' }), free, BAKU)).toBe('2026-11-19')
    expect(shownDay(after({ type: 'day-chosen', day: null }), free, BAKU)).toBeUndefined()
  })

  test('choosing a time fixes its day, whichever day is the first free one later', () => {
    const state = after({ type: 'doctor-chosen', doctor: ada }, { type: 'time-chosen', day: '2026-11-20', slot: ten })
    expect(shownDay(state, '2026-11-19', BAKU)).toBe('2026-11-20')
  })

  test('a doctor can be chosen together with a time', () => {
    const state = after({ type: 'doctor-chosen', doctor: ada, day: '2026-11-18', slot: ten })
    expect(state).toEqual({ ...EMPTY_BOOKING, doctor: ada, day: '2026-11-18', slot: ten })
  })

  test('another time keeps the day and forgets the error of the last one', () => {
    const state = bookingReducer(failedWith('23505'), { type: 'time-chosen', day: '2026-11-20', slot: eleven })
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

  test('is lost though the doctor has the same hour of another day', () => {
    expect(lostSlot(after(...FILLED), [{ ...ten, appointment_date: '2026-11-21' }])).toBe(ten)
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
    const state = after(...SENT, { type: 'time-chosen', day: '2026-11-20', slot: eleven })
    expect(bookingReducer(state, { type: 'failed', id: 'request', error: new AppError('23505') })).toBe(state)
  })

  test('a booked appointment empties the form and is kept for the confirmation', () => {
    const appointment = { id: 'request', doctor: ada, slot: ten, person: undefined }
    expect(after(...SENT, { type: 'booked', appointment })).toEqual({ ...EMPTY_BOOKING, booked: appointment })
    expect(after(...SENT, { type: 'booked', appointment }, { type: 'started-over' })).toEqual(EMPTY_BOOKING)
  })

  test('starting over empties the form', () => {
    expect(after(...FILLED, { type: 'started-over' })).toEqual(EMPTY_BOOKING)
  })

  test('whom it is for stays with another doctor and when starting over, not after booking', () => {
    const forAli = { type: 'person-chosen', forWhom: 'ali' } as const
    expect(after(...FILLED, forAli, { type: 'doctor-chosen', doctor: ece }).forWhom).toBe('ali')
    expect(after(...FILLED, forAli, { type: 'started-over' })).toEqual({ ...EMPTY_BOOKING, forWhom: 'ali' })
    const appointment = { id: 'request', doctor: ada, slot: ten, person: { id: 'ali', name: 'Ali' } }
    expect(after(...SENT, forAli, { type: 'booked', appointment }).forWhom).toBeUndefined()
  })

  test('choosing somebody else keeps what was chosen and typed, and makes another request of it', () => {
    const state = bookingReducer(failedWith('42501'), { type: 'person-chosen', forWhom: undefined })
    expect(state).toEqual({ ...after(...FILLED), request: undefined })
  })
})

describe('the type', () => {
  const CHOSEN: BookingAction[] = [
    { type: 'doctor-chosen', doctor: ada },
    { type: 'type-chosen', typeId: 'first' },
  ]

  test('another type keeps day, time and complaint', () => {
    const state = after(...CHOSEN, ...FILLED.slice(1), { type: 'type-chosen', typeId: 'check-up' })
    expect(state).toMatchObject({ typeId: 'check-up', slot: ten, complaint: 'headache' })
  })

  test('a refused type keeps everything until another one is chosen', () => {
    const refusal = new AppError('type_not_offered', { type_id: 'check-up' })
    const refused = after(...CHOSEN, ...FILLED.slice(1), { type: 'type-refused', error: refusal })
    expect(refused).toMatchObject({ typeId: 'first', slot: ten, complaint: 'headache', typeRefusal: refusal })
    expect(bookingReducer(refused, { type: 'type-chosen', typeId: 'check-up' })).toMatchObject({ typeRefusal: undefined, slot: ten })
    expect(bookingReducer(refused, { type: 'person-chosen', forWhom: undefined }).typeRefusal).toBeUndefined()
  })

  test('another doctor has other types', () => {
    expect(after(...CHOSEN, { type: 'doctor-chosen', doctor: ece }).typeId).toBeUndefined()
  })
})
