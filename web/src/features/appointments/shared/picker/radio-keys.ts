// Arrow keys in a group of radio buttons. Browsers disagree about ← and → in right-to-left pages, so the group moves by itself:
// ← and → go to the neighbour on that side, ↑ and ↓ to the one before and after, Home and End to the first and the last.
import type { KeyboardEvent, MouseEvent } from 'react'

/** The index to move to, or undefined if the key does not move. */
export function targetOf(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forward || key === 'ArrowDown') return (index + 1) % count
  if (key === backward || key === 'ArrowUp') return (index - 1 + count) % count
  return undefined
}

/** For `onKeyDown` of every radio button in a fieldset. `onEnter` runs instead of sending the form, and for the space bar too. */
export function moveInRadios(event: KeyboardEvent<HTMLInputElement>, onEnter?: () => void) {
  const { currentTarget: radio, key } = event
  // Browsers do not report the space bar on a radio button that is checked already.
  if (key === 'Enter' || (key === ' ' && onEnter)) {
    event.preventDefault()
    if (!radio.checked) radio.click()
    onEnter?.()
    return
  }
  const group = radio.closest('fieldset')
  // What cannot be chosen any more is passed over, but one may start from it.
  const radios = [...(group?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])].filter(
    (each) => each === radio || each.getAttribute('aria-disabled') !== 'true',
  )
  const next = targetOf(key, radios.indexOf(radio), radios.length, getComputedStyle(radio).direction === 'rtl')
  if (next === undefined) return
  event.preventDefault()
  radios[next]?.focus()
  radios[next]?.click()
}

/** Whether a radio button was chosen on purpose: with the pointer or the space bar, not on the way by an arrow key. */
export const isDeliberate = ({ isTrusted }: MouseEvent<HTMLInputElement>) => isTrusted
