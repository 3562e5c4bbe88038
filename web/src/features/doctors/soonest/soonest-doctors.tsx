import { type ComponentType, useEffect, useState } from 'react'

/** Loads the panel after the page is shown. Nothing on the page waits for it, and without it the picture stays. */
export function SoonestDoctors() {
  const [Panel, setPanel] = useState<ComponentType>()
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      try {
        const { SoonestPanel } = await import('./soonest-panel.tsx')
        if (!isLeaving) setPanel(() => SoonestPanel)
      } catch {
        // The picture stays.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [])
  return Panel ? <Panel /> : null
}
