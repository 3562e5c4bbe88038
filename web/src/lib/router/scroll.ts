// The scroll position of each history entry. The browser remembers it too, but restores it before the page is rendered.
const positions = new Map<string, number>()
const RESTORE_TIMEOUT_MS = 3000
const TAKEN_OVER_BY = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Called before the history entry with this key is left. */
export const keepScrollPosition = (key: string) => void positions.set(key, scrollY)

export const scrollToTop = () => scrollTo({ top: 0, behavior: 'instant' })

/**
 * Restores the position as content arrives, until the person scrolls. Returns a function that stops it, or undefined if no position is
 * known.
 */
export function restoreScrollPosition(key: string) {
  const top = positions.get(key)
  if (top === undefined) return undefined
  const restore = () => {
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) < 2) stop()
  }
  const growth = new ResizeObserver(restore)
  const timer = setTimeout(() => stop(), RESTORE_TIMEOUT_MS)
  function stop() {
    clearTimeout(timer)
    growth.disconnect()
    for (const event of TAKEN_OVER_BY) removeEventListener(event, stop)
  }
  for (const event of TAKEN_OVER_BY) addEventListener(event, stop, { passive: true })
  growth.observe(document.body)
  restore()
  return stop
}
