import { useSyncExternalStore } from 'react'

// These use rem, so that a window with large text counts as narrow.
const WIDE = windowWidth('(width >= 64rem)')
const PHONE = windowWidth('(width < 40rem)')

function windowWidth(condition: string) {
  const subscribe = (onChange: () => void) => {
    const query = matchMedia(condition)
    query.addEventListener('change', onChange)
    return () => query.removeEventListener('change', onChange)
  }
  return { subscribe, matches: () => matchMedia(condition).matches }
}

/** Whether there is space for two columns. Prerendered pages start with one. */
export const useIsWide = () => useSyncExternalStore(WIDE.subscribe, WIDE.matches, () => false)

/** Whether the window is as narrow as a phone's. Not for prerendered pages. */
export const useIsPhone = () => useSyncExternalStore(PHONE.subscribe, PHONE.matches)
