import { type ComponentType, useEffect, useState } from 'react'
import { type SoonestOptions, SoonestPending } from './soonest-pending.tsx'

/** Loads the doctors after the page is shown. Nothing on the page waits for them. */
export function SoonestDoctors({ place, otherwise }: SoonestOptions) {
  const [Panel, setPanel] = useState<ComponentType<SoonestOptions>>()
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
  if (hasFailed) return otherwise
  return Panel ? <Panel place={place} otherwise={otherwise} /> : <SoonestPending place={place} otherwise={otherwise} />
}
