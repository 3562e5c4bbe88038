import { useEffect, useState } from 'react'

/** Whether so much time has passed since that moment; false without one. */
export function useHasPassed(since: number | undefined, ms: number) {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(() => setPassed(since), Math.max(0, since + ms - Date.now()))
    return () => clearTimeout(timer)
  }, [since, ms])
  return since !== undefined && passed === since
}
