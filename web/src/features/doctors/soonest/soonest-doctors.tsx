import { type ComponentType, useEffect, useState } from 'react'
import type { SoonestPlace } from './soonest-panel.tsx'

/** Loads the doctors after the page is shown. Nothing on the page waits for them. */
export function SoonestDoctors({ place }: { place: SoonestPlace }) {
  const [Panel, setPanel] = useState<ComponentType<{ place: SoonestPlace }>>()
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      try {
        const { SoonestPanel } = await import('./soonest-panel.tsx')
        if (!isLeaving) setPanel(() => SoonestPanel)
      } catch {
        // The page is complete without them.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [])
  return Panel ? <Panel place={place} /> : null
}
