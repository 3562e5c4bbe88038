import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { type BookableType, FEE_TEXT_VERSION, feeOf } from '../../../../domain/appointment-types.ts'
import { type ForWhom, readDraft, saveDraft } from '../../../../domain/booking-draft.ts'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { changedFeeOf, isAboutTheTime, isNotAllowed, isTypeNotOffered } from '../../shared/booking-errors.ts'
import { bookAppointment } from '../../shared/changes.ts'
import { refreshFreeTimes, type Slot, useFreeTimes } from '../../shared/picker/free-times.ts'
import { ownDayOf } from '../../shared/picker/own-days.ts'
import { useFirstFreeDay } from '../../shared/picker/use-free-days.ts'
import {
  type BookingState,
  bookableSlot,
  bookingReducer,
  initialBooking,
  lostSlot,
  type RequestedBooking,
  shownDay,
} from './booking-state.ts'
import type { Doctor } from './doctors.ts'
import { movePortraitToConfirmation } from './portrait-moves.ts'
import { useHold } from './use-hold.ts'
import { useOffer } from './use-offer.ts'

interface BookingOptions {
  /** Undefined for a visitor, who can choose everything but has to sign in to book. */
  userId: string | undefined
  /** The people whom the user may book for besides themselves. */
  people: PersonBookedFor[]
  doctors: Doctor[]
  /** The reader's time zone. */
  ownZone: string
  requested: RequestedBooking
  onBooked: () => void
  /** Called when the database refused to book for the chosen person, because the people to book for have changed. */
  onPersonRefused: () => void
  /** Called when the database refused the type or the fee, because the doctor's offer has changed. */
  onOfferChanged: () => void
}

/** The logic of the booking form: the reducer, the free slots of the chosen day, and the request. */
export function useBooking({ userId, people, doctors, ownZone, requested, onBooked, onPersonRefused, onOfferChanged }: BookingOptions) {
  const client = useQueryClient()
  const { language } = useI18n()
  const [state, dispatch] = useReducer(bookingReducer, undefined, () => initialBooking(doctors, requested, readDraft(userId), ownZone))
  const { forWhom } = state
  const person = people.find(({ id }) => id === forWhom)
  const needsPerson = userId !== undefined && forWhom !== undefined && !person
  const offer = useOffer(state, doctors, userId, people)
  const { doctor, type } = offer
  useDraft(state, userId, type)
  const sought = offer.isOpen ? doctor : undefined
  const { day: firstFree, isPending: areDaysPending } = useFirstFreeDay(sought, ownZone)
  const day = shownDay(state, firstFree, ownZone)
  const times = useFreeTimes(sought, day, ownZone)
  const tellRefusal = useEffectEvent((error: unknown) => {
    dispatch({ type: 'type-refused', error })
    onOfferChanged()
  })
  useEffect(() => {
    // A refetch of the free slots reports a type that the doctor no longer offers.
    if (isTypeNotOffered(times.error)) tellRefusal(times.error)
  }, [times.error])
  const lost = offer.isOpen ? lostSlot(state, times.slots) : undefined
  const lostAt = type && lost?.starts_at
  const tellChange = useEffectEvent(onOfferChanged)
  useEffect(() => {
    // The slot may be lost because the type has become longer, not because somebody took it.
    if (lostAt) tellChange()
  }, [lostAt])
  const hasOtherLength = useHasOtherLength(state, type)
  const fee = type && (changedFeeOf(state.request?.error) ?? feeOf(type))
  const bookable = bookableSlot(state, times.slots)
  const isPending = state.request?.isPending ?? false
  const hold = useHold(
    userId && doctor && bookable
      ? { doctorId: doctor.id, day: bookable.appointment_date, time: bookable.appointment_time, patientId: person?.id, typeId: type?.id }
      : undefined,
    onPersonRefused,
    tellRefusal,
  )

  const send = async (appointment: { patientId: string; doctor: Doctor; slot: Slot; complaint: string }) => {
    const id = state.request?.id ?? crypto.randomUUID()
    dispatch({ type: 'sent', id, slot: appointment.slot })
    try {
      await bookAppointment({
        id,
        user_id: appointment.patientId,
        doctor_id: appointment.doctor.id,
        appointment_date: appointment.slot.appointment_date,
        appointment_time: appointment.slot.appointment_time,
        patient_complaint: appointment.complaint,
        ...(type && { type_id: type.id }),
        ...(fee?.currency && typeof fee.fee_minor === 'number' && asAgreed(fee.fee_minor, fee.currency, language)),
      })
      movePortraitToConfirmation(() =>
        dispatch({ type: 'booked', appointment: { id, doctor: appointment.doctor, type, fee, slot: appointment.slot, person } }),
      )
      onBooked()
    } catch (error) {
      dispatch({ type: 'failed', id, error })
      if (isTypeNotOffered(error)) dispatch({ type: 'type-refused', error })
      if (isTypeNotOffered(error) || changedFeeOf(error) || (type && isAboutTheTime(error))) onOfferChanged()
      if (person && isNotAllowed(error)) onPersonRefused()
    }
    void refreshFreeTimes(client, appointment.doctor.id)
  }

  /** Sends the request, or returns the missing field. */
  const submit = (): 'person' | 'complaint' | undefined => {
    if (!userId || !doctor || !bookable || isPending) return undefined
    const complaint = state.complaint.trim()
    if (needsPerson) dispatch({ type: 'person-missing' })
    if (!complaint) dispatch({ type: 'complaint-missing' })
    if (needsPerson) return 'person'
    if (!complaint) return 'complaint'
    void send({ patientId: person?.id ?? userId, doctor, slot: bookable, complaint })
    return undefined
  }

  return {
    userId,
    forWhom,
    /** Undefined if the appointment is for the user, or if the person is unknown. */
    person,
    people,
    /** Whether the appointment is for somebody else but no valid person is chosen. */
    needsPerson,
    isPersonMissing: state.isPersonMissing && needsPerson,
    ...offer,
    fee,
    day,
    areDaysPending,
    times,
    /** The chosen slot as it was offered, even if it is no longer free. */
    slot: state.slot,
    bookable,
    lost,
    /** Whether the time was chosen for a type of another length, so that this one may not fit. */
    hasOtherLength,
    complaint: state.complaint,
    /** Whether anything but the doctor is chosen or typed. */
    hasChoices: state.day !== undefined || state.slot !== undefined || state.complaint !== '',
    isComplaintMissing: state.isComplaintMissing && !state.complaint.trim(),
    isPending,
    error: state.request?.error,
    booked: state.booked,
    hold,
    choosePerson: (next: ForWhom) => {
      dispatch({ type: 'person-chosen', forWhom: next })
      // Another person may book other types, so the free slots may differ.
      if (doctor && offer.hasTypes) void refreshFreeTimes(client, doctor.id)
    },
    chooseType: (typeId: string) => dispatch({ type: 'type-chosen', typeId }),
    chooseDoctor: (next: Doctor | undefined) => dispatch({ type: 'doctor-chosen', doctor: next }),
    /** Chooses a doctor together with one of the free slots in the list of doctors. */
    chooseNextTime: (next: Doctor, slot: Slot) => dispatch({ type: 'doctor-chosen', doctor: next, day: ownDayOf(slot, ownZone), slot }),
    chooseDay: (next: string | undefined) => dispatch({ type: 'day-chosen', day: next ?? null }),
    chooseTime: (slot: Slot | undefined) => day && dispatch({ type: 'time-chosen', day, slot }),
    typeComplaint: (complaint: string) => dispatch({ type: 'complaint-typed', complaint }),
    startOver: () => dispatch({ type: 'started-over' }),
    submit,
  }
}

const asAgreed = (fee_minor: number, fee_currency: string, fee_language: string) => ({
  fee_minor,
  fee_currency,
  fee_text_version: FEE_TEXT_VERSION,
  fee_language,
})

/** Another type may be longer. The same type may be longer too, if the doctor has changed it. */
function useHasOtherLength({ doctor, slot }: BookingState, type: BookableType | undefined) {
  const time = doctor && slot && `${doctor.id} ${slot.starts_at}`
  const [chosen, setChosen] = useState<{ time: string; minutes: number }>()
  if (time && type && chosen?.time !== time) setChosen({ time, minutes: type.minutes })
  return chosen !== undefined && type !== undefined && chosen.minutes !== type.minutes
}

/** Keeps the choices and the typed text on this device until the appointment is booked. */
function useDraft({ doctor, day, slot, complaint, forWhom, ...state }: BookingState, userId: string | undefined, type?: BookableType) {
  const isFirst = useRef(true)
  const [doctorId, time] = [doctor?.id, slot?.appointment_time]
  // With a time, the day is in the doctor's time zone, as it is stored.
  const keptDay = slot?.appointment_date ?? day ?? undefined
  const typeId = state.typeId ?? type?.id
  useEffect(() => {
    // A form that opens empty must not overwrite an older draft.
    const isUntouched = isFirst.current && !doctorId && !complaint
    isFirst.current = false
    if (!isUntouched) saveDraft({ doctorId, day: keptDay, time, complaint, forWhom, typeId }, userId)
  }, [doctorId, keptDay, time, complaint, forWhom, typeId, userId])
}

export type Booking = ReturnType<typeof useBooking>
