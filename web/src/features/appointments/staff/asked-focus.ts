import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** In the state of an address: whoever came by pressing for it goes on there. Going through the tabs moves nobody. */
export const ASKED_FOCUS = 'focus'

export function useAskedFocus(target: RefObject<HTMLElement | null>) {
  const { key, state } = useLocation()
  const asked = state === ASKED_FOCUS ? key : undefined
  useEffect(() => {
    if (asked) target.current?.focus()
  }, [asked, target])
}
