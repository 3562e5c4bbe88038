import { useEffect, useState } from 'react'

/** Fast typing causes one request. */
const PAUSE_MS = 300

/** The typed text, once typing pauses. */
export function usePaused(typed: string) {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
