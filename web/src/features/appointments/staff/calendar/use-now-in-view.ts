import { useLayoutEffect, useRef } from 'react'

/** Scrolls a phone's calendar to the current time once, which is below the fold in the afternoon. Leaves a scrolled page alone. */
export function useNowInView(isReady: boolean) {
  const isDone = useRef(false)
  // Runs before the entries are painted, so that they do not visibly jump.
  useLayoutEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    const top = document.querySelector('[data-now]')?.getBoundingClientRect().top ?? 0
    if (window.scrollY === 0 && top > window.innerHeight * 0.8) window.scrollTo({ top: top - window.innerHeight * 0.6 })
  }, [isReady])
}
