// Where each page of the history was scrolled to. The browser remembers it too, but restores it before the page is there.
const positions = new Map<string, number>()
const RESTORE_TIMEOUT_MS = 3000
const TAKEN_OVER_BY = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** To be called when the place in the history with this key is about to be left. */
export const keepScrollPosition = (key: string) => void positions.set(key, scrollY)

export const scrollToTop = () => scrollTo({ top: 0, behavior: 'instant' })

/** Undefined where nothing is known of the place; else how to stop. Waits for content to arrive until somebody scrolls. */
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
