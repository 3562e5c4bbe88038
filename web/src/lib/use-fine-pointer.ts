import { useSyncExternalStore } from 'react'

const QUERY = '(pointer: fine)'

function subscribe(listener: () => void) {
  const pointer = matchMedia(QUERY)
  pointer.addEventListener('change', listener)
  return () => pointer.removeEventListener('change', listener)
}

/** Whether the main pointer is precise, such as a mouse. False on touch screens and in prerendered pages. */
export const useFinePointer = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
