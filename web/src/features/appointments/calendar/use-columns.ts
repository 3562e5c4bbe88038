import { useSyncExternalStore } from 'react'

const WIDTHS = ['(width >= 48rem)', '(width >= 64rem)', '(width >= 80rem)']

function subscribe(listener: () => void) {
  const queries = WIDTHS.map((width) => matchMedia(width))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

/** How many doctors fit side by side: one on a phone, four on a wide screen. */
export const useColumns = () =>
  useSyncExternalStore(
    subscribe,
    () => 1 + WIDTHS.filter((width) => matchMedia(width).matches).length,
    () => 1,
  )
