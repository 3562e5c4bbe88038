import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page is as it was written for everybody: what only this browser knows comes a moment later. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
