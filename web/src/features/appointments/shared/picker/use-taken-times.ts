import { type RefObject, useEffect, useState } from 'react'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { Slot } from './free-times.ts'
import { NOTHING_SEEN, passSecond, seeTimes } from './taken-times.ts'

const SECOND_MS = 1000

/** The free slots of a day, plus those that were taken a moment ago. `grid` contains the inputs, each with its start. */
export function useTakenTimes(day: string | undefined, slots: Slot[] | undefined, grid: RefObject<HTMLElement | null>) {
  const now = useNow()
  const [seen, setSeen] = useState(NOTHING_SEEN)
  // Set during rendering, so that a focused slot never leaves the page between being free and being taken.
  if (day && slots && (seen.day !== day || seen.slots !== slots)) setSeen(seeTimes(seen, day, slots, now.getTime()))
  const { length } = seen.taken
  useEffect(() => {
    if (length === 0) return undefined
    const isFocused = ({ starts_at }: Slot) => {
      const { activeElement } = document
      return grid.current?.contains(activeElement) === true && activeElement?.getAttribute('data-start') === starts_at
    }
    // The timer restarts for each taken slot, so that the last one is shown for a full second too.
    const timer = setInterval(() => setSeen((before) => passSecond(before, isFocused)), SECOND_MS)
    return () => clearInterval(timer)
  }, [length, grid])
  // Another day has no state until its slots are loaded.
  return seen.day === day ? seen : NOTHING_SEEN
}
