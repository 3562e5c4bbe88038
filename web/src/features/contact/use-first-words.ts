import { useEffect, useEffectEvent } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router.tsx'

/** Begins the message of somebody who came from a specialty without a doctor, or from a service that is explained by people. */
export function useFirstWords(onText: (text: string) => void) {
  const { language } = useI18n()
  // The key, so that a second press on the same link counts too.
  const { search, key } = useLocation()
  const begin = useEffectEvent(onText)
  // oxlint-disable-next-line react/exhaustive-deps -- each arrival asks anew
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [specialty, service] = [query.get('specialty'), query.get('service')]
    if (!specialty && !service) return undefined
    let isLeaving = false
    const load = async () => {
      try {
        const { firstWords } = await import('./first-words.ts')
        const text = await firstWords({ specialty, service }, language)
        if (text && !isLeaving) begin(text)
      } catch {
        // The form is empty, as for everybody else.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [search, key, language])
}
