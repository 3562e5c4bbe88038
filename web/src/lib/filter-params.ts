// Filters in the address, so that a reload, a link and Back show the same list.
import { useEffect, useState } from 'react'
import { useSearchParams } from './router/router.tsx'

/** The parameters, and a function that changes some of them. Parameters without a value are removed, and the others stay. */
export function useFilterParams() {
  const [params, setParams] = useSearchParams()
  const change = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) changed.set(name, value)
          else changed.delete(name)
        }
        return changed
      },
      { replace: true },
    )
  return { params, change }
}

/** Undefined if the value is not a day. */
export const dayIn = (value: string | null) =>
  value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** The debounce delay: fast typing causes one request. */
const PAUSE_MS = 300

/** The typed text, passed on once typing pauses. */
export function useTypedFilter(stored: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(stored)
  useEffect(() => {
    if (text === stored) return undefined
    const timer = setTimeout(() => onSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [text])
  return { text, setText }
}
