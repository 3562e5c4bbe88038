// The chosen doctor's offer for the patient of the appointment.
import { useState } from 'react'
import type { BookableType } from '../../../../domain/appointment-types.ts'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useMyAppointments } from '../own-queries.ts'
import type { BookingState } from './booking-state.ts'
import type { Doctor } from './doctors.ts'
import { chosenType, nearestType, offeredTypes } from './offered-types.ts'

/** Returns the current doctor, with the duration of the chosen type in place of the doctor's default. */
export function useOffer(
  { doctor: chosen, slot, forWhom, typeRefusal, ...state }: BookingState,
  doctors: Doctor[],
  userId: string | undefined,
  people: PersonBookedFor[],
) {
  const current = chosen && (doctors.find(({ id }) => id === chosen.id) ?? chosen)
  const types = current?.types ?? NO_TYPES
  const [implied, setImplied] = useState<{ doctorId: string; typeId: string }>()
  const typeId = state.typeId ?? (implied?.doctorId === current?.id ? implied?.typeId : undefined)
  // Past appointments only matter if a type is for returning patients. The page loads these appointments anyway.
  const mustKnow = userId !== undefined && types.some(({ who }) => who === 'returning')
  const { data: appointments, error } = useMyAppointments(userId ?? '', people, mustKnow)
  const patientId = people.find(({ id }) => id === forWhom)?.id
  const isReturning =
    appointments?.some((each) => each.status === 'completed' && each.doctor_id === current?.id && each.person?.id === patientId) ?? false
  const offered = offeredTypes(types, isReturning)
  const isKnown = !mustKnow || appointments !== undefined || error !== null
  const type = isKnown && typeRefusal === undefined ? chosenType(offered, typeId, slot !== undefined) : undefined
  // Remembers a type chosen by default, so that it stays on another day and is not silently replaced when it is gone.
  if (current && type && typeId === undefined) setImplied({ doctorId: current.id, typeId: type.id })
  if (!current && implied) setImplied(undefined)
  const isTypeLost = isKnown && offered.length > 0 && !type && (typeId !== undefined || typeRefusal !== undefined)
  // For example, a child may be new to the doctor while the parent is a returning patient.
  const isForReturning = isTypeLost && types.some(({ id, who }) => id === typeId && who === 'returning')
  const minutes = useLast(type?.minutes)
  const doctor = current && (type ? { ...current, session_duration: type.minutes, type_id: type.id } : current)
  return {
    doctor,
    hasTypes: types.length > 0,
    /** The types that this patient may book. */
    types: offered,
    /** The type to book. Undefined if the doctor has none, and until one is chosen. */
    type,
    isTypeLost,
    isForReturning,
    nearestType: isTypeLost ? nearestType(offered, typeRefusal, minutes) : undefined,
    /** Whether a day and a time can be chosen: there are no types, or one is chosen. */
    isOpen: types.length === 0 || type !== undefined,
    areTypesKnown: isKnown,
  }
}

const NO_TYPES: BookableType[] = []

/** The last value that was not undefined. */
function useLast<Value>(value: Value | undefined) {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
