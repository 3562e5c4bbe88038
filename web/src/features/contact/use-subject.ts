import { useEffect, useEffectEvent } from 'react'
import type { Service } from '../../../../supabase/functions/_shared/rules.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'
import { isService } from '../../lib/services.ts'

interface Subject {
  service: Service
  /** How the message begins. Empty if the service is enough. */
  text: string
}

/** Reports the subject that the visitor came from: a service, a part of healthcare, or a specialty without a doctor. */
export function useSubject(onSubject: (subject: Subject) => void) {
  const { language } = useI18n()
  // The key changes with every navigation, so that pressing the same link again counts too.
  const { search, key } = useLocation()
  const begin = useEffectEvent(onSubject)
  // oxlint-disable-next-line react/exhaustive-deps -- each arrival asks anew
  useEffect(() => {
    const query = new URLSearchParams(search)
    const [specialty, service] = [query.get('specialty'), query.get('service')]
    if (isService(service)) begin({ service, text: '' })
    if (isService(service) || (!specialty && !service)) return undefined
    let isLeaving = false
    const load = async () => {
      try {
        const { firstWords } = await import('./first-words.ts')
        const text = await firstWords({ specialty, part: service }, language)
        if (text && !isLeaving) begin({ service: 'healthcare', text })
      } catch {
        // The form stays empty, as for other visitors.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [search, key, language])
}
