import { type ComponentType, useEffect, useState } from 'react'
import { SoonestPending, type SoonestPlace } from './soonest-pending.tsx'

/** Loads the doctors after the page is shown. Nothing on the page waits for them. */
export function SoonestDoctors({ place }: { place: SoonestPlace }) {
  const [Panel, setPanel] = useState<ComponentType<{ place: SoonestPlace }>>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      try {
        const { SoonestPanel } = await import('./soonest-panel.tsx')
        if (!isLeaving) setPanel(() => SoonestPanel)
      } catch {
        // The page is complete without them.
        if (!isLeaving) setHasFailed(true)
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [])
  if (hasFailed) return null
  return Panel ? <Panel place={place} /> : <SoonestPending place={place} />
}
