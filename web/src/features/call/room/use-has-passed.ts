import { useEffect, useState } from 'react'

/** Whether `ms` have passed since `since`. False without `since`. */
export function useHasPassed(since: number | undefined, ms: number) {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    if (since === undefined) return undefined
    const timer = setTimeout(() => setPassed(since), Math.max(0, since + ms - Date.now()))
    return () => clearTimeout(timer)
  }, [since, ms])
  return since !== undefined && passed === since
}
