import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every minute or so often: pages stay open past midnight and past the start of an appointment. */
export function useNow(stepMs = MINUTE_MS) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), stepMs - (now.getTime() % stepMs))
    return () => clearTimeout(timer)
  }, [now, stepMs])
  return now
}
