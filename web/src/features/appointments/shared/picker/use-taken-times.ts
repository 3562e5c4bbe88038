import { type RefObject, useEffect, useState } from 'react'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { Slot } from './free-times.ts'
import { NOTHING_SEEN, passSecond, seeTimes } from './taken-times.ts'

const SECOND_MS = 1000

/** The free times of a day together with those that were taken a moment ago. `grid` contains the inputs, each with its start. */
export function useTakenTimes(day: string | undefined, slots: Slot[] | undefined, grid: RefObject<HTMLElement | null>) {
  const now = useNow()
  const [seen, setSeen] = useState(NOTHING_SEEN)
  // While rendering, so that a focused time never leaves the page between being free and being taken.
  if (day && slots && (seen.day !== day || seen.slots !== slots)) setSeen(seeTimes(seen, day, slots, now.getTime()))
  const { length } = seen.taken
  useEffect(() => {
    if (length === 0) return undefined
    const isFocused = ({ starts_at }: Slot) => {
      const { activeElement } = document
      return grid.current?.contains(activeElement) === true && activeElement?.getAttribute('data-start') === starts_at
    }
    // Anew for each one, so that the last one is seen for a second too.
    const timer = setInterval(() => setSeen((before) => passSecond(before, isFocused)), SECOND_MS)
    return () => clearInterval(timer)
  }, [length, grid])
  // Of another day nothing is known before its first times.
  return seen.day === day ? seen : NOTHING_SEEN
}
