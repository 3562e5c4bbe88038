// Moves an element to its place in the next view. The rest of the page does not move, so that it stays usable meanwhile.
import { flushSync } from 'react-dom'

type Movement = 'portrait' | 'time'

/**
 * Makes the change, and then moves the content of `from` to the element that `to` returns. Changes at once if motion is unwanted or not
 * supported.
 */
export function moveTo(name: Movement, from: HTMLElement | null, to: () => HTMLElement | null, change: () => void) {
  // Older browsers lack it.
  const hasMovement = 'startViewTransition' in document
  if (!from || !hasMovement || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change()
    return
  }
  // Hides content that is already there, so that it appears with the movement.
  const shown = to()
  if (shown) shown.style.opacity = '0'
  from.style.viewTransitionName = name
  let target: HTMLElement | null = null
  const transition = document.startViewTransition(() => {
    from.style.viewTransitionName = ''
    if (shown) shown.style.opacity = ''
    flushSync(change)
    target = to()
    if (target) target.style.viewTransitionName = name
  })
  // Another movement may interrupt this one.
  transition.ready.catch(() => {})
  void transition.finished.finally(() => {
    if (target) target.style.viewTransitionName = ''
  })
}
