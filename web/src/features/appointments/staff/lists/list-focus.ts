// Keeps the keyboard focus in the list when a card disappears or its buttons change.
import { useEffect, useRef } from 'react'
import type { Appointment } from '../queries.ts'

/** The id of the heading above the list. */
export const APPOINTMENTS_HEADING = 'appointments'

export const cardId = (appointmentId: string) => `appointment-${appointmentId}`

/** Marks the button that rejects or cancels. */
export const REFUSES = 'data-refuses'

// A button that is disabled while it waits keeps the focus but receives no key events.
const isLost = () => document.activeElement === document.body || Boolean(document.activeElement?.matches(':disabled'))

/** Focuses the card, a part of it, or the heading if the card is gone. Does nothing if the reader has moved the focus. */
export function focusCard(appointmentId: string | undefined, part?: string) {
  if (!isLost()) return
  const card = appointmentId ? document.getElementById(cardId(appointmentId)) : null
  const target = (part && card?.querySelector<HTMLElement>(`[${part}]`)) || card || document.getElementById(APPOINTMENTS_HEADING)
  target?.focus()
}

/** Returns the handlers for the element that contains the cards. */
export function useListFocus(appointments: Appointment[]) {
  const last = useRef<{ id: string; order: string[] }>(undefined)
  useEffect(() => {
    const { current } = last
    if (!current || !isLost()) return
    const at = current.order.indexOf(current.id)
    const nearest = [...current.order.slice(at), ...current.order.slice(0, at).toReversed()]
    focusCard(nearest.find((id) => appointments.some((appointment) => appointment.id === id)))
  }, [appointments])
  return {
    onFocus: ({ target }: { target: Element }) => {
      const card = target.closest('article')
      const appointment = appointments.find(({ id }) => cardId(id) === card?.id)
      if (appointment) last.current = { id: appointment.id, order: appointments.map(({ id }) => id) }
    },
    // The reader has moved on. Disabling the focused button also causes a blur, which does not count.
    onBlur: ({ target }: { target: Element }) => {
      if (!target.matches(':disabled')) last.current = undefined
    },
  }
}
