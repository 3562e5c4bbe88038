import { useLayoutEffect, useRef } from 'react'

/** On a phone the calendar opens at the current time, which would be below the fold in the afternoon. A page that was scrolled stays. */
export function useNowInView(isReady: boolean) {
  const isDone = useRef(false)
  // Before the entries are painted, so that nobody sees them jump.
  useLayoutEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    const top = document.querySelector('[data-now]')?.getBoundingClientRect().top ?? 0
    if (window.scrollY === 0 && top > window.innerHeight * 0.8) window.scrollTo({ top: top - window.innerHeight / 2 })
  }, [isReady])
}
