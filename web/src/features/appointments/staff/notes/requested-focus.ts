import { type RefObject, useEffect } from 'react'
import { useLocation } from '../../../../lib/router/router.tsx'

/** The navigation state of a button that opens a note and moves the focus there. Switching tabs does not move the focus. */
export const FOCUS_REQUESTED = 'focus'

export function useRequestedFocus(target: RefObject<HTMLElement | null>, isTarget = true) {
  const { key, state } = useLocation()
  const requested = isTarget && state === FOCUS_REQUESTED ? key : undefined
  useEffect(() => {
    if (requested) target.current?.focus()
  }, [requested, target])
}
