import { useEffect, useState } from 'react'

/** The debounce delay: fast typing causes one request. */
const PAUSE_MS = 300

/** The typed text, once typing pauses. A cleared field counts at once. */
export function usePaused(typed: string) {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
