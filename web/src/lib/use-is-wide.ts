import { useSyncExternalStore } from 'react'

// Uses rem, so that a window with large text counts as narrow.
const WIDE = '(width >= 64rem)'

const subscribe = (onChange: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether there is space for two columns. Prerendered pages start with one. */
export const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
