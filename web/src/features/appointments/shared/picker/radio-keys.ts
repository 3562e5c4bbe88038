// Arrow keys in a group of radio buttons. Browsers disagree about ← and → in right-to-left pages, so the group handles the keys itself:
// ← and → go to the neighbour on that side, ↑ and ↓ to the previous and next, Home and End to the first and the last.
import type { KeyboardEvent, MouseEvent } from 'react'

/** The index to move to, or undefined if the key does not move the focus. */
export function targetOf(key: string, index: number, count: number, isRightToLeft: boolean): number | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === forward || key === 'ArrowDown') return (index + 1) % count
  if (key === backward || key === 'ArrowUp') return (index - 1 + count) % count
  return undefined
}

/** For `onKeyDown` of every radio button in a fieldset. Enter and the space bar call `onEnter` instead of submitting the form. */
export function moveInRadios(event: KeyboardEvent<HTMLInputElement>, onEnter?: () => void) {
  const { currentTarget: radio, key } = event
  // Browsers do not fire a click for the space bar on a radio button that is already checked.
  if (key === 'Enter' || (key === ' ' && onEnter)) {
    event.preventDefault()
    if (!radio.checked) radio.click()
    onEnter?.()
    return
  }
  const group = radio.closest('fieldset')
  // Skips options that can no longer be chosen, except the current one.
  const radios = [...(group?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])].filter(
    (each) => each === radio || each.getAttribute('aria-disabled') !== 'true',
  )
  const next = targetOf(key, radios.indexOf(radio), radios.length, getComputedStyle(radio).direction === 'rtl')
  if (next === undefined) return
  event.preventDefault()
  radios[next]?.focus()
  radios[next]?.click()
}

/** Whether the user chose a radio button with the pointer or the space bar, not in passing with an arrow key. */
export const isDeliberate = ({ isTrusted }: MouseEvent<HTMLInputElement>) => isTrusted
