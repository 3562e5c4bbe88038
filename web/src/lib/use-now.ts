import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every minute: pages stay open past midnight and past the start of an appointment. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
