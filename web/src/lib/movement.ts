// Lets something move to its place in the next view. Nothing else is part of the movement, so that the page can be used meanwhile.
import { flushSync } from 'react-dom'

type Movement = 'portrait' | 'time'

/** Makes the change, and then what `from` showed moves to where `to` finds it. At once where motion is unwanted or not supported. */
export function moveTo(name: Movement, from: HTMLElement | null, to: () => HTMLElement | null, change: () => void) {
  // Older browsers do not have it.
  const hasMovement = 'startViewTransition' in document
  if (!from || !hasMovement || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change()
    return
  }
  // What stands there already arrives with the movement.
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
  // Another movement may end this one.
  transition.ready.catch(() => {})
  void transition.finished.finally(() => {
    if (target) target.style.viewTransitionName = ''
  })
}
