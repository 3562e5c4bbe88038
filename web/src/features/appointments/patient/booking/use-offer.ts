// What the chosen doctor offers to the person the appointment is for.
import { useState } from 'react'
import type { BookableType } from '../../../../domain/appointment-types.ts'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useMyAppointments } from '../own-queries.ts'
import type { BookingState } from './booking-state.ts'
import type { Doctor } from './doctors.ts'
import { chosenType, nearestType, offeredTypes } from './offered-types.ts'

/** The doctor as they are offered now, with the chosen type in place of their own length. */
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
  // Who has been here before decides only where a type is for them; the page has these appointments in any case.
  const mustKnow = userId !== undefined && types.some(({ who }) => who === 'returning')
  const { data: appointments, error } = useMyAppointments(userId ?? '', people, mustKnow)
  const patientId = people.find(({ id }) => id === forWhom)?.id
  const isReturning =
    appointments?.some((each) => each.status === 'completed' && each.doctor_id === current?.id && each.person?.id === patientId) ?? false
  const offered = offeredTypes(types, isReturning)
  const isKnown = !mustKnow || appointments !== undefined || error !== null
  const type = isKnown && typeRefusal === undefined ? chosenType(offered, typeId, slot !== undefined) : undefined
  // Nobody had to choose it. It stays when another day is chosen, and is not replaced unawares when it is gone.
  if (current && type && typeId === undefined) setImplied({ doctorId: current.id, typeId: type.id })
  if (!current && implied) setImplied(undefined)
  const isTypeLost = isKnown && offered.length > 0 && !type && (typeId !== undefined || typeRefusal !== undefined)
  // As for a child who is new to the doctor, where the parent is not.
  const isForReturning = isTypeLost && types.some(({ id, who }) => id === typeId && who === 'returning')
  const minutes = useLast(type?.minutes)
  const doctor = current && (type ? { ...current, session_duration: type.minutes, type_id: type.id } : current)
  return {
    doctor,
    hasTypes: types.length > 0,
    /** Those that this person may book. */
    types: offered,
    /** The one that is booked. Undefined where the doctor has none, and until one is chosen. */
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
