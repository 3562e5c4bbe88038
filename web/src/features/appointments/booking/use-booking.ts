import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { bookAppointment } from '../changes.ts'
import { refreshFreeTimes, type Slot, useFreeTimes } from '../picker/free-times.ts'
import { bookableSlot, bookingReducer, chosenDoctor, EMPTY_BOOKING, lostSlot } from './booking-state.ts'
import type { Doctor } from './doctors.ts'

interface BookingOptions {
  userId: string
  doctors: Doctor[]
  /** The id of the doctor in the address, if there is one. */
  requestedDoctorId: string | null
  onBooked: () => void
}

/** The booking form without its looks: the reducer, the free times of the chosen day, and sending the request. */
export function useBooking({ userId, doctors, requestedDoctorId, onBooked }: BookingOptions) {
  const client = useQueryClient()
  const [state, dispatch] = useReducer(bookingReducer, EMPTY_BOOKING)
  const doctor = chosenDoctor(state, doctors, requestedDoctorId)
  const times = useFreeTimes(doctor, state.day)
  const bookable = bookableSlot(state, times.slots)
  const isPending = state.request?.isPending ?? false

  const send = async (appointment: { doctor: Doctor; day: string; slot: Slot; complaint: string }) => {
    const id = state.request?.id ?? crypto.randomUUID()
    dispatch({ type: 'sent', id, slot: appointment.slot })
    try {
      await bookAppointment({
        id,
        user_id: userId,
        doctor_id: appointment.doctor.id,
        appointment_date: appointment.day,
        appointment_time: appointment.slot.appointment_time,
        patient_complaint: appointment.complaint,
      })
      dispatch({ type: 'booked' })
      onBooked()
    } catch (error) {
      dispatch({ type: 'failed', id, error })
    }
    void refreshFreeTimes(client, appointment.doctor.id)
  }

  /** False if the complaint is missing and has to be typed first. */
  const submit = () => {
    const { day } = state
    if (!doctor || !day || !bookable || isPending) return true
    const complaint = state.complaint.trim()
    if (complaint) void send({ doctor, day, slot: bookable, complaint })
    else dispatch({ type: 'complaint-missing' })
    return complaint !== ''
  }

  return {
    doctor,
    day: state.day,
    times,
    /** The chosen time as it was offered, even if it is no longer free. */
    slot: state.slot,
    bookable,
    lost: lostSlot(state, times.slots),
    complaint: state.complaint,
    isComplaintMissing: state.isComplaintMissing && !state.complaint.trim(),
    isPending,
    error: state.request?.error,
    chooseDoctor: (next: Doctor | undefined) => dispatch({ type: 'doctor-chosen', doctor: next ?? null }),
    chooseDay: (day: string | undefined) => dispatch({ type: 'day-chosen', day }),
    chooseTime: (slot: Slot | undefined) => dispatch({ type: 'time-chosen', slot }),
    typeComplaint: (complaint: string) => dispatch({ type: 'complaint-typed', complaint }),
    submit,
  }
}

export type Booking = ReturnType<typeof useBooking>
