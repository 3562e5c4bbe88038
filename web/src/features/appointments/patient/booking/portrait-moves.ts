// Animates a doctor's portrait from the list to the head of the form, and on to the confirmation.
import { moveTo } from '../../../../lib/movement.ts'

const CHOSEN = '[data-chosen-portrait] [data-portrait]'
const find = (selector: string) => document.querySelector<HTMLElement>(selector)

/** The focused button identifies the pressed row. */
export const movePortraitToForm = (change: () => void) =>
  moveTo(
    'portrait',
    document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-portrait]') ?? null,
    () => find(CHOSEN),
    change,
  )

export const movePortraitToConfirmation = (change: () => void) =>
  moveTo('portrait', find(CHOSEN), () => find('[data-booked] [data-portrait]'), change)
