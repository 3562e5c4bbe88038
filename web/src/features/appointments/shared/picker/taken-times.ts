// Slots that somebody else has just taken. They stay in the grid for a moment, struck through, so that nothing disappears unnoticed.
// The announcement stays longer.
import type { Slot } from './free-times.ts'

/** How long the announcement of a taken slot stays. The grid shows the slot for the first second. */
export const TAKEN_SECONDS = 5

interface TakenSlot extends Slot {
  /** The remaining seconds of the announcement. */
  secondsLeft: number
  isShown: boolean
}

/** The slots of a day that the grid has shown so far. */
export interface SeenTimes {
  day: string | undefined
  slots: Slot[]
  taken: TakenSlot[]
  /** The number of free slots when the day was opened. */
  found: number
}

export const NOTHING_SEEN: SeenTimes = { day: undefined, slots: [], taken: [], found: 0 }

/** Updates the free slots. A slot that is no longer free counts as taken, unless its time has passed. */
export function seeTimes(before: SeenTimes, day: string, slots: Slot[], now: number): SeenTimes {
  if (before.day !== day) return { day, slots, taken: [], found: slots.length }
  const free = new Set(slots.map(({ starts_at }) => starts_at))
  const hasGone = ({ starts_at }: Slot) => !free.has(starts_at) && Date.parse(starts_at) > now
  const gone = before.slots.filter(hasGone).map((slot) => ({ ...slot, secondsLeft: TAKEN_SECONDS, isShown: true }))
  return { ...before, slots, taken: [...before.taken.filter(hasGone), ...gone] }
}

/** Advances by one second and removes the taken slots from the grid. A focused slot stays, so that the focus is not lost. */
export function passSecond(before: SeenTimes, isFocused: (slot: Slot) => boolean): SeenTimes {
  const taken = before.taken
    .map((slot) => ({ ...slot, secondsLeft: slot.secondsLeft - 1, isShown: slot.isShown && isFocused(slot) }))
    .filter(({ secondsLeft, isShown }) => secondsLeft > 0 || isShown)
  return { ...before, taken }
}

export interface ShownSlot extends Slot {
  isTaken: boolean
}

/** Free and taken slots in the order of the day. */
export const shownTimes = ({ slots, taken }: Pick<SeenTimes, 'slots' | 'taken'>): ShownSlot[] =>
  [
    ...slots.map((slot) => ({ ...slot, isTaken: false })),
    ...taken.filter(({ isShown }) => isShown).map((slot) => ({ ...slot, isTaken: true })),
  ].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
