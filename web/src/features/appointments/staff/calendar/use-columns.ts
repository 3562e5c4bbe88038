import { useSyncExternalStore } from 'react'

/** At each of these widths, one more column of at least 140 pixels fits beside the rail of hours. */
const WIDTHS = ['22.5rem', '36rem', '46rem', '56rem', '64rem', '74rem'].map((width) => `(width >= ${width})`)
const NARROW = '(width < 48rem)'
/** Phones are this narrow only when the reader's text is large. */
const TINY = '(width < 18rem)'

function subscribe(listener: () => void) {
  const queries = [...WIDTHS, NARROW, TINY].map((width) => matchMedia(width))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

/** How many doctors fit side by side: two on most phones, seven on a wide screen. */
export const useColumns = () =>
  useSyncExternalStore(
    subscribe,
    () => 1 + WIDTHS.filter((width) => matchMedia(width).matches).length,
    () => 1,
  )

/** Whether the screen is a phone with large text, which has no room for the days of a week side by side. */
export const useIsTiny = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(TINY).matches,
    () => false,
  )

/** Whether the screen is as narrow as a phone's. */
export const useIsNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => true,
  )
