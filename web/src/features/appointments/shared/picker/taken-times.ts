// Times that somebody else has just taken. They stay in the grid for a moment, struck through, so that nothing disappears unseen. What is
// said about them stays longer.
import type { Slot } from './free-times.ts'

/** How long it is said that a time was taken. The grid shows it for the first second. */
export const TAKEN_SECONDS = 5

interface TakenSlot extends Slot {
  /** Until nothing is said about it any more. */
  secondsLeft: number
  isShown: boolean
}

/** What the grid has shown of a day so far. */
export interface SeenTimes {
  day: string | undefined
  slots: Slot[]
  taken: TakenSlot[]
  /** How many times were free when the day was opened. */
  found: number
}

export const NOTHING_SEEN: SeenTimes = { day: undefined, slots: [], taken: [], found: 0 }

/** What was free before and is not any more has been taken, unless its time has come. */
export function seeTimes(before: SeenTimes, day: string, slots: Slot[], now: number): SeenTimes {
  if (before.day !== day) return { day, slots, taken: [], found: slots.length }
  const free = new Set(slots.map(({ starts_at }) => starts_at))
  const hasGone = ({ starts_at }: Slot) => !free.has(starts_at) && Date.parse(starts_at) > now
  const gone = before.slots.filter(hasGone).map((slot) => ({ ...slot, secondsLeft: TAKEN_SECONDS, isShown: true }))
  return { ...before, slots, taken: [...before.taken.filter(hasGone), ...gone] }
}

/** A second later: the taken times have left the grid. A focused one stays: the focus would be lost with it. */
export function passSecond(before: SeenTimes, isFocused: (slot: Slot) => boolean): SeenTimes {
  const taken = before.taken
    .map((slot) => ({ ...slot, secondsLeft: slot.secondsLeft - 1, isShown: slot.isShown && isFocused(slot) }))
    .filter(({ secondsLeft, isShown }) => secondsLeft > 0 || isShown)
  return { ...before, taken }
}

export interface ShownSlot extends Slot {
  isTaken: boolean
}

/** Free and taken times in the order of the day. */
export const shownTimes = ({ slots, taken }: Pick<SeenTimes, 'slots' | 'taken'>): ShownSlot[] =>
  [
    ...slots.map((slot) => ({ ...slot, isTaken: false })),
    ...taken.filter(({ isShown }) => isShown).map((slot) => ({ ...slot, isTaken: true })),
  ].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
