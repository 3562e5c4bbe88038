import { useEffect, useState } from 'react'
import { usePageData } from '../data/page-data.tsx'

const MINUTE_MS = 60_000

/** The current time, updated every minute or so, because pages stay open past midnight and past the start of an appointment. */
export function useNow(stepMs = MINUTE_MS) {
  // Hydration starts from what the server rendered, which may be minutes old.
  const renderedAt = usePageData()?.now
  const [now, setNow] = useState(() => (renderedAt ? new Date(renderedAt) : new Date()))
  useEffect(() => {
    const isOutdated = Date.now() - now.getTime() >= stepMs
    const timer = setTimeout(() => setNow(new Date()), isOutdated ? 0 : stepMs - (now.getTime() % stepMs))
    return () => clearTimeout(timer)
  }, [now, stepMs])
  return now
}
