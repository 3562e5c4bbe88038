// Delays what the open page may need soon, but not to be usable, until the page has been used or a few seconds have passed.
import { startTransition, useEffect, useState } from 'react'

const SETTLED_MS = 3000
/** Time for the response to the first press, which later work must not delay. */
const RESPONSE_MS = 200
const FIRST_USES = ['pointerdown', 'keydown'] as const

let isSettled = false
const waiting = new Set<() => void>()

function settle() {
  isSettled = true
  stopListening()
  for (const callback of waiting) callback()
  waiting.clear()
}

function settleSoon() {
  stopListening()
  setTimeout(settle, RESPONSE_MS)
}

function stopListening() {
  for (const event of FIRST_USES) removeEventListener(event, settleSoon, true)
}

/** Calls back once, shortly after the first press of a key or button, or after a few seconds. The returned function cancels it. */
export function whenSettled(callback: () => void) {
  if (isSettled) {
    callback()
    return () => {}
  }
  if (waiting.size === 0) {
    for (const event of FIRST_USES) addEventListener(event, settleSoon, true)
    setTimeout(settle, SETTLED_MS)
  }
  waiting.add(callback)
  return () => void waiting.delete(callback)
}

/** Whether the page has settled. Content shown then must not delay the response to the press. */
export function useIsSettled() {
  const [isKnown, setIsKnown] = useState(isSettled)
  useEffect(() => whenSettled(() => startTransition(() => setIsKnown(true))), [])
  return isKnown
}

/** Time for the first frame, and for a response to a press right after it. */
const SHOWN_MS = 300

/** Calls back once the main content of the page has been shown. The returned function cancels it. */
export function whenShown(callback: () => void) {
  const timer = setTimeout(callback, SHOWN_MS)
  return () => clearTimeout(timer)
}

/** Whether the main content has been shown. */
export function useIsShown() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => whenShown(() => setIsShown(true)), [])
  return isShown
}
