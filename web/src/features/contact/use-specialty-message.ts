import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { loadArea, translate, useI18n } from '../../lib/i18n.tsx'
import { isSpecialtyCode, SPECIALTY_NAMES } from '../../lib/specialties.ts'

/** For somebody who looked for a doctor of a specialty that has none: begins the message that asks for one. */
export function useSpecialtyMessage(onText: (text: string) => void) {
  const { language } = useI18n()
  const code = new URLSearchParams(useLocation().search).get('specialty')
  const begin = useEffectEvent(onText)
  useEffect(() => {
    if (!isSpecialtyCode(code)) return undefined
    let isLeaving = false
    const load = async () => {
      try {
        await loadArea(language, 'find')
        if (!isLeaving) begin(translate(language, 'find.message', { specialty: translate(language, SPECIALTY_NAMES[code]) }))
      } catch {
        // The form is empty, as for everybody else.
      }
    }
    void load()
    return () => {
      isLeaving = true
    }
  }, [code, language])
}
