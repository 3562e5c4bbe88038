import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the page must match the prerendered HTML. Data that only this browser knows is rendered afterwards. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
