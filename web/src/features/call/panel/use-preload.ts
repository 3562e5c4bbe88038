import { useEffect } from 'react'

/** After this long, the call usually has its first picture. */
const PRELOAD_AFTER_MS = 5000

/** Loads the code of the panel after the call has started, so that the panel opens even if the connection is lost later. */
export function usePreload(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
