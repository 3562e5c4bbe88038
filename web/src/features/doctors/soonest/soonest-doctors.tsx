import { type ComponentType, useEffect, useState } from 'react'
import { loadArea, useI18n } from '../../../lib/i18n.tsx'

/** Loads the panel after the page is shown. Nothing on the page waits for it, and without it the picture stays. */
export function SoonestDoctors() {
  const { language } = useI18n()
  const [Panel, setPanel] = useState<ComponentType>()
  useEffect(() => {
    let isLeaving = false
    const load = async () => {
      try {
        const [{ SoonestPanel }] = await Promise.all([import('./soonest-panel.tsx'), loadArea(language, 'find')])
        if (!isLeaving) setPanel(() => SoonestPanel)
      } catch {
        // The picture stays.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [language])
  return Panel ? <Panel /> : null
}
