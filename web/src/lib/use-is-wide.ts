import { useSyncExternalStore } from 'react'

// In rem, so that large text counts as a narrow window.
const WIDE = '(width >= 64rem)'

const subscribe = (onChange: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether two columns fit. Prerendered pages start with one. */
export const useIsWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
