import { useSyncExternalStore } from 'react'

const EVENTS = ['online', 'offline']

function subscribe(listener: () => void) {
  for (const event of EVENTS) addEventListener(event, listener)
  return () => {
    for (const event of EVENTS) removeEventListener(event, listener)
  }
}

/** Whether the browser has a network connection. It cannot know whether the server is reachable. */
export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
